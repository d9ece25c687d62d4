package change

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"ralsh/ral/journal"
	"ralsh/ui/tui/kittest"
)

func lostError(end bool, steps ...string) *journal.LostError {
	return &journal.LostError{
		Run: 14, File: "/var/lib/ralsh/runs/000014.jsonl", Steps: steps, End: end,
		Err: &fs.PathError{Op: "write", Path: "/var/lib/ralsh/runs/000014.jsonl", Err: errors.New("no space left on device")},
	}
}

func TestLostWords(t *testing.T) {
	for want, err := range map[string]error{
		"": nil,
		"The changes were made, but the journal could not be written: no space left on device.|The file is /var/lib/ralsh/runs/000014.jsonl": lostError(false),
		"The changes were made, but the journal could not be written: no space left on device.|" +
			"Incomplete in the journal: A[1], A[2], A[3] and 1 more; the end of run 14, which the history shows as interrupted.|" +
			"The file is /var/lib/ralsh/runs/000014.jsonl": errors.Join(lostError(true, "A[1]", "A[2]", "A[3]", "A[4]")),
		"run 3 is recorded, but older runs could not be removed: read-only": &journal.PruneError{Run: 3, Err: errors.New("read-only")},
	} {
		var got []string
		for _, text := range lostWords(err) {
			got = append(got, string(text))
		}
		if text := strings.Join(got, "|"); text != want {
			t.Errorf("%v:\n%s; want\n%s", err, text, want)
		}
	}
}

func TestLostGolden(t *testing.T) {
	t.Parallel()
	decls := kittest.Decls()
	st, a, clock, _, held := kitApply(t, append(decls[:0:0], decls[0], decls[2]))
	st.Until(func() bool { return a.tool() == "apt-get" })
	a.steps[a.now].pid = 8213
	a.lost = lostError(false, "User[deploy]")
	clock.Pass(4 * time.Second)
	a.pin()
	st.Golden("apply-lost")
	close(held)
	st.Until(func() bool { return a.result != nil })
	a.result.err = lostError(true, "User[deploy]", "Package[nginx]")
	a.pin()
	st.Golden("result-lost")
	if text := a.result.text(); !strings.Contains(text, "The changes were made") || !strings.Contains(text, "000014.jsonl") {
		t.Errorf("the copied report: %s", text)
	}
}
