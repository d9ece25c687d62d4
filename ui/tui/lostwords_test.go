package tui

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kittest"
)

// If the journal is removed during a run, the changes are made, and the screen
// shows what the journal lacks.
func TestJournalTakenAway(t *testing.T) {
	d, fake := kitDrive(t)
	dir := filepath.Join(t.TempDir(), "state")
	d.app.sh.Session.KeepJournal(dir)
	took := make(chan error, 1)
	fake.Handle("usermod", func(_ context.Context, f *fakehost.Host, _ host.Command) host.Result {
		file := filepath.Join(dir, "runs", "000001.jsonl")
		took <- errors.Join(os.Remove(file), os.Mkdir(file, fs.ModePerm))
		f.Put("/people/deploy", strings.Replace(f.Content("/people/deploy"), "shell=/bin/sh", "shell=/bin/bash", 1), 0o644)
		return host.Result{}
	})
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b A")
	d.pass(time.Second)
	d.press("A enter")
	if err := <-took; err != nil {
		t.Fatal(err)
	}
	d.says("! 1 of 1 is in the desired state; the journal is incomplete", "The changes were made", "is a directory",
		"Incomplete in the journal: User[deploy]; the end of run 1, which the history shows as interrupted")
	if !strings.Contains(fake.Content("/people/deploy"), "shell=/bin/bash") {
		t.Error("the apply did not go on")
	}
	if len(d.app.sh.Basket.Drafts()) != 0 {
		t.Error("what was done is still staged")
	}
}
