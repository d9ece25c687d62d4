package tui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/journal"
)

func lostError(end bool, steps ...string) *journal.LostError {
	return &journal.LostError{
		Run: 14, File: "/var/lib/ralsh/runs/000014.jsonl", Steps: steps, End: end,
		Err: fmt.Errorf("write /var/lib/ralsh/runs/000014.jsonl: %w", errors.New("no space left on device")),
	}
}

func TestLostWords(t *testing.T) {
	for want, err := range map[string]error{
		"": nil,
		"What is done is done; the journal could not be written: no space left on device.|It belongs in /var/lib/ralsh/runs/000014.jsonl": lostError(false),
		"What is done is done; the journal could not be written: no space left on device.|" +
			"Not written down whole: A[1], A[2], A[3] and 1 more; the end of run 14, which history shows as cut off.|" +
			"It belongs in /var/lib/ralsh/runs/000014.jsonl": errors.Join(lostError(true, "A[1]", "A[2]", "A[3]", "A[4]")),
		"run 3 is in the journal, but what is older could not be removed from it: read-only": &journal.PruneError{Run: 3, Err: errors.New("read-only")},
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
	decls := kitDecls()
	st, a, clock, _, held := kitApply(t, append(decls[:0:0], decls[0], decls[2]))
	st.until(func() bool { return a.tool() == "apt-get" })
	a.steps[a.now].pid = 8213
	a.lost = lostError(false, "User[deploy]")
	clock.pass(4 * time.Second)
	a.pin()
	st.golden("apply-lost")
	close(held)
	st.until(func() bool { return a.result != nil })
	a.result.err = lostError(true, "User[deploy]", "Package[nginx]")
	a.pin()
	st.golden("result-lost")
	if text := a.result.text(); !strings.Contains(text, "What is done is done") || !strings.Contains(text, "000014.jsonl") {
		t.Errorf("the copied report: %s", text)
	}
}

// A journal that is taken away in the middle of a run: what is done is done, and
// the screen says what is not written down.
func TestJournalTakenAway(t *testing.T) {
	d, fake := kitDrive(t)
	dir := filepath.Join(t.TempDir(), "state")
	d.app.sh.session.KeepJournal(dir)
	took := make(chan error, 1)
	fake.Handle("usermod", func(_ context.Context, f *host.Fake, _ host.Command) host.Result {
		file := filepath.Join(dir, "runs", "000001.jsonl")
		took <- errors.Join(os.Remove(file), os.Mkdir(file, fs.ModePerm))
		f.Put("/people/deploy", strings.Replace(f.Content("/people/deploy"), "shell=/bin/sh", "shell=/bin/bash", 1), 0o644)
		return host.Result{}
	})
	stage(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b A")
	d.pass(time.Second)
	d.press("A tab enter")
	if err := <-took; err != nil {
		t.Fatal(err)
	}
	d.says("! 1 of 1 is as it should be; the journal is not", "What is done is done", "is a directory",
		"Not written down whole: User[deploy]; the end of run 1, which history shows as cut off")
	if !strings.Contains(fake.Content("/people/deploy"), "shell=/bin/bash") {
		t.Error("the apply did not go on")
	}
	if len(d.app.sh.basket.Drafts()) != 0 {
		t.Error("what was done is still staged")
	}
}
