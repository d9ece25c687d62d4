package tui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ui/tui/kittest"
)

// again opens the screens again on the same host and state directory.
func again(t *testing.T, session *model.Session) *driver {
	t.Helper()
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	return d
}

func basketFiles(t *testing.T, session *model.Session) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(session.History.Dir(), "baskets", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Staged drafts are restored after the screens were closed, without a question:
// excluded drafts stay excluded, and changes have their signs.
func TestBasketSurvives(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	d := again(t, session)
	d.lacks("basket")
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, d.app.sh, "group", "root", "gid", "7")
	kittest.StageChange(t, d.app.sh, "group", "fresh", "ensure", "present")
	d.press("b G space")
	d.press("q")
	if !d.quit || len(basketFiles(t, session)) != 1 {
		t.Fatalf("quit %v, files %q:\n%s", d.quit, basketFiles(t, session), d.screen())
	}

	d = again(t, session)
	d.says("restored 3 staged changes; b shows them", "basket 2 of 3")
	d.press("b")
	d.says("~ 1  user deploy", "~ 2  group root", "+    group fresh", "omitted", "2 of 3 will be applied")
	d.press("esc down down down down down enter")
	d.says("~ deploy")

	// A dropped draft is not restored in the next session, and its file is
	// removed.
	for range 3 {
		d.press("b u")
		d.pass(6 * time.Second)
	}
	d.says("the basket is empty")
	if files := basketFiles(t, session); len(files) != 0 {
		t.Errorf("an empty basket leaves %q", files)
	}
	d = again(t, session)
	d.lacks("basket")
}

// If the basket is deleted with the host, quit asks.
func TestBasketOfATemporaryHost(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	d := driveOn(t, session, 120, 36, Options{Temporary: true})
	d.idle()
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("q")
	d.says("1 draft not applied", "user deploy")
	if d.quit {
		t.Error("left without asking")
	}
}

// A secret is not saved: quit asks, and the restored draft is not ready and
// shows what to do.
func TestBasketForgetsSecrets(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	d := again(t, session)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "password", "$y$hunter2")
	d.press("q")
	d.says("1 secret not applied", "password of User[deploy]")
	if d.quit {
		t.Fatal("left without asking")
	}
	d.press("down enter")
	if !d.quit {
		t.Fatal("not left")
	}
	data, err := os.ReadFile(basketFiles(t, session)[0])
	if err != nil || strings.Contains(string(data), "hunter2") || !strings.Contains(string(data), "/bin/bash") {
		t.Errorf("%v:\n%s", err, data)
	}

	d = again(t, session)
	d.press("x")
	d.says("! type these secrets again, because ralsh does not save secrets: password of User[deploy]", "basket 0 of 1")
	d.press("x b")
	d.says("!    user deploy", "type password again", "not ready: a secret was not saved", "0 of 1 will be applied")
	d.press("esc down down down down down enter down enter A")
	d.says("x A: password of User[deploy] must be typed again")
	d.press("b enter")
	d.says("! password")
	d.press("down down down down esc u")
	d.press("esc")
	d.says("1 of 1 will be applied")
}

func TestBasketThatCannotBeKept(t *testing.T) {
	session, _ := kittest.Fixture(t)
	dir := filepath.Join(t.TempDir(), "state")
	session.KeepJournal(dir)
	d := again(t, session)
	if err := errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b")
	d.says("! cannot save the basket: cannot create the directory /")
	d.press("q")
	d.says("1 draft not applied", "user deploy")
	if err := d.app.saver.last(); err == nil {
		t.Error("the last write says nothing")
	}

	// A broken file is reported, and kept for inspection.
	session, _ = kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	d = again(t, session)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b")
	if err := os.WriteFile(basketFiles(t, session)[0], []byte(`{"dra`), 0o600); err != nil {
		t.Fatal(err)
	}
	d = again(t, session)
	d.says("! not restored from the saved basket: the file is malformed. A copy of the basket is in /")
	d.lacks("basket 1")
}

// Two sessions with one basket merge the drafts of each other. A draft removed
// in one is not restored by the other.
func TestBasketOfTwoSessions(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	a, b := again(t, session), again(t, session)
	kittest.StageChange(t, a.app.sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, a.app.sh, "group", "root", "gid", "7")
	a.press("j")
	kittest.StageChange(t, b.app.sh, "group", "fresh", "ensure", "present")
	b.press("j")
	b.says("a different session has staged 2 more drafts", "basket 3")
	b.press("b g u")
	b.pass(6 * time.Second)
	b.says("basket 2")
	a.press("q")
	b.press("q")
	if !a.quit || !b.quit {
		t.Fatalf("quit %v, %v", a.quit, b.quit)
	}
	last := again(t, session)
	last.says("restored 2 staged changes")
}

// The changes of another session are reported in one line. Package basket tests
// how two sessions merge their drafts.
func TestBasketThatTwoSessionsChange(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	a := again(t, session)
	kittest.StageChange(t, a.app.sh, "group", "dropped", "ensure", "present")
	kittest.StageChange(t, a.app.sh, "group", "changed", "ensure", "present")
	a.press("j")
	b := again(t, session)
	b.says("basket 2")
	a.press("b u")
	kittest.StageChange(t, a.app.sh, "group", "a", "ensure", "present")
	a.press("j")
	kittest.StageChange(t, b.app.sh, "group", "b", "ensure", "present")
	b.press("b")
	b.says("a different session has staged 1 more draft and removed 1 draft", "group changed", "group a", "group b")
	b.lacks("group dropped")
	for _, d := range []*driver{a, b} {
		if d.press("q"); !d.quit {
			t.Errorf("leaving asks:\n%s", d.screen())
		}
	}
}

// Two sessions that stage the same attribute of a resource say so.
func TestBasketConflictIsReported(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	a, b := again(t, session), again(t, session)
	kittest.StageChange(t, a.app.sh, "group", "root", "gid", "7")
	a.press("j")
	kittest.StageChange(t, b.app.sh, "group", "root", "gid", "8")
	b.press("j")
	b.says("! two sessions changed gid of Group[root]; the basket contains the version of this session")
	kittest.StageChange(t, a.app.sh, "group", "fresh", "ensure", "present")
	a.press("j")
	a.says("a different session has changed gid of Group[root]; b shows all")
}

// If the other session has staged the same, nothing needs to be saved, and
// nothing would be lost.
func TestBasketThatMovedToTheSameAsksNothing(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	a, b := again(t, session), again(t, session)
	for _, d := range []*driver{a, b} {
		kittest.StageChange(t, d.app.sh, "group", "root", "gid", "7")
		d.press("j")
	}
	b.press("q")
	if !b.quit {
		t.Errorf("leaving asks:\n%s", b.screen())
	}
}

// Line 1 counts the drafts that the basket shows, even if those of another
// session arrive while nothing was staged.
func TestBasketOnScreenTakesInWhatAnotherSessionStaged(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	a := again(t, session)
	kittest.StageChange(t, a.app.sh, "group", "root", "gid", "7")
	a.press("j")
	b := again(t, session)
	kittest.StageChange(t, b.app.sh, "group", "mine", "ensure", "present")
	b.press("j")
	a.press("b u")
	a.says("basket 1", "+ 1  group mine")
	a.lacks("the basket is empty")
}
