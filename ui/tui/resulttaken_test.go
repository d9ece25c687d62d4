package tui

import (
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/tui/keys"
	"ralsh/ui/words"
)

func kitStep(t *testing.T, typ string, status transaction.Status, changes ...transaction.Change) *transaction.Step {
	t.Helper()
	sh, _ := kitShared(t)
	ty, err := sh.session.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	for i := range changes {
		changes[i].Attr = ty.Attr("ensure")
	}
	decl := kitDecl(typ, "slow", "ensure", "present")
	r, _ := sh.session.Env.Build(t.Context(), decl)
	return &transaction.Step{
		N: 1, Decl: &decl, Resource: r, Status: status, Changes: changes,
		Now: ral.AbsentInstance(ty, "slow"),
	}
}

// A write that failed leaves nothing done, whichever of its statuses says so.
func TestResultOfAFailedWrite(t *testing.T) {
	for _, status := range []transaction.Status{transaction.Changed, transaction.Failed} {
		s := kitStep(t, "user", transaction.Failed, transaction.Change{
			Is: value.Absent(), Should: value.Sym("present"), Now: value.Absent(), Status: status,
		})
		s.Err = errors.New("cannot write /etc/hosts: no space left on device")
		text := linesText(stepColumns(&shared{keys: keys.Default()}, 100, 34).ended(s, words.Step(s), true, false), 100)
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

// What was not begun needs no mending.
func TestResultOfWhatWasNotBegun(t *testing.T) {
	s := kitStep(t, "user", transaction.NotBegun, transaction.Change{
		Is: value.Absent(), Should: value.Sym("present"), Now: value.Absent(), Status: transaction.NotBegun,
	})
	text := linesText(stepColumns(&shared{keys: keys.Default()}, 100, 34).ended(s, words.Step(s), true, false), 100)
	if !strings.Contains(text, "not begun: stopped by ctrl+c") || !strings.Contains(text, "try: A plans again what was not begun") ||
		strings.Contains(text, "mend") {
		t.Error(text)
	}
}

// What was done before something else failed stays done.
func TestResultOfAFailedRefresh(t *testing.T) {
	s := kitStep(t, "user", transaction.Failed, transaction.Change{
		Is: value.Absent(), Should: value.Sym("present"), Now: value.Sym("present"), Status: transaction.Changed,
	})
	s.Err = errors.New("Failed to call refresh: exit 1")
	text := linesText(stepColumns(&shared{keys: keys.Default()}, 100, 34).ended(s, words.Step(s), true, false), 100)
	if !strings.Contains(text, "= 1 user slow") || !strings.Contains(text, "failed: Failed to call refresh") {
		t.Error(text)
	}
}
