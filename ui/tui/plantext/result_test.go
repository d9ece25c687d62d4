package plantext

import (
	"errors"
	"strings"
	"testing"

	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
	"ralsh/ui/words"
)

// A failed write changes nothing, with either status.
func TestResultOfAFailedWrite(t *testing.T) {
	for _, status := range []transaction.Status{transaction.Changed, transaction.Failed} {
		s := kittest.Step(t, "user", transaction.Failed, transaction.Change{
			Is: value.Absent(), Should: value.Sym("present"), Now: value.Absent(), Status: status,
		})
		s.Err = errors.New("cannot write /etc/hosts: no space left on device")
		text := Text(NewColumns(&kit.Shared{Keys: keys.Default()}, 100, 34).Ended(s, words.Step(s), true, false), 100)
		if strings.Contains(text, "=") || !strings.Contains(text, "! 1 user slow") ||
			!strings.Contains(text, "failed: cannot write /etc/hosts: no space left on device") ||
			!strings.Contains(text, "now: ensure is absent, as before") {
			t.Errorf("%s:\n%s", status, text)
		}
		if n := strings.Count(text, "failed: cannot write"); n != 1 {
			t.Errorf("%s: said %d times:\n%s", status, n, text)
		}
	}
}

// A change that was not begun needs no fix.
func TestResultOfWhatWasNotBegun(t *testing.T) {
	s := kittest.Step(t, "user", transaction.NotBegun, transaction.Change{
		Is: value.Absent(), Should: value.Sym("present"), Now: value.Absent(), Status: transaction.NotBegun,
	})
	text := Text(NewColumns(&kit.Shared{Keys: keys.Default()}, 100, 34).Ended(s, words.Step(s), true, false), 100)
	if !strings.Contains(text, "not started: stopped by ctrl+c") || !strings.Contains(text, "try: A plans the remaining steps") ||
		strings.Contains(text, "mend") {
		t.Error(text)
	}
}

// A change that was made before another failure stays made.
func TestResultOfAFailedRefresh(t *testing.T) {
	s := kittest.Step(t, "user", transaction.Failed, transaction.Change{
		Is: value.Absent(), Should: value.Sym("present"), Now: value.Sym("present"), Status: transaction.Changed,
	})
	s.Err = errors.New("Failed to call refresh: exit 1")
	text := Text(NewColumns(&kit.Shared{Keys: keys.Default()}, 100, 34).Ended(s, words.Step(s), true, false), 100)
	if !strings.Contains(text, "= 1 user slow") || !strings.Contains(text, "failed: Failed to call refresh") {
		t.Error(text)
	}
}
