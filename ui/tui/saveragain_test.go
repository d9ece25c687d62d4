package tui

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ralsh/model"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// unsaved returns a session whose basket could not be saved, and a function
// that makes saving possible.
func unsaved(t *testing.T) (d *driver, session *model.Session, room func()) {
	t.Helper()
	session, _ = kittest.Fixture(t)
	dir := filepath.Join(t.TempDir(), "state")
	session.KeepJournal(dir)
	d = again(t, session)
	if err := errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("j")
	d.says("! cannot save the basket: ")
	return d, session, func() {
		t.Helper()
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
	}
}

// Saving the basket is retried while the user works, without a message for each
// failure.
func TestABasketIsSavedWhenItCanBe(t *testing.T) {
	d, session, room := unsaved(t)
	d.press("x")
	d.pass(retryAfter)
	d.idle()
	d.lacks("cannot save the basket")
	room()
	d.pass(retryAfter - 1)
	d.idle()
	if files := basketFiles(t, session); len(files) != 0 {
		t.Fatalf("it was tried before its time: %q", files)
	}
	d.pass(1)
	d.idle()
	d.says("the basket is saved now")
	if files := basketFiles(t, session); len(files) != 1 {
		t.Errorf("the files are %q", files)
	}
	for _, timer := range d.timers {
		if timer.msg == (saveAgainMsg{}) {
			t.Error("it is tried still")
		}
	}
}

// The error is removed once a later change of the basket was saved.
func TestABasketSavedLaterIsNoComplaint(t *testing.T) {
	d, _, room := unsaved(t)
	room()
	kittest.StageChange(t, d.app.sh, "group", "fresh", "ensure", "present")
	d.press("j")
	d.says("the basket is saved now")
	d.pass(kit.FadeAfter)
	d.lacks("cannot save the basket")
}

// Quit saves the basket first: it asks only about what would be lost.
func TestLeavingSavesTheBasketFirst(t *testing.T) {
	d, _, _ := unsaved(t)
	d.press("q")
	d.says("1 draft not applied", "user deploy")
	if d.quit {
		t.Error("left without asking")
	}

	d, session, room := unsaved(t)
	room()
	d.press("q")
	if !d.quit || len(basketFiles(t, session)) != 1 {
		t.Errorf("quit %v, files %q:\n%s", d.quit, basketFiles(t, session), d.screen())
	}
}
