package tui

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// askedAsAlice shows the question of a plan to a user who may use sudo, and returns what is
// lent the terminal, with the error with which that is to end.
func askedAsAlice(t *testing.T, sudo bool) (d *driver, lent *[]tea.ExecCommand, end *error) {
	t.Helper()
	d, fake := kitDrive(t, fakehost.WithUID(1000))
	if sudo {
		fake.Command("/usr/bin/sudo")
	}
	lent, end = new([]tea.ExecCommand), new(error)
	d.app.sh.Lend = func(c tea.ExecCommand, then tea.ExecCallback) tea.Cmd {
		*lent = append(*lent, c)
		return func() tea.Msg { return then(*end) }
	}
	kittest.Draft(t, d.app.sh, "deploy").Set("shell", "/bin/bash")
	d.run(kit.Push(kit.ToDifference(kittest.Decls()[:1])))
	d.idle()
	d.pass(time.Second)
	return d, lent, end
}

// A plan that needs root is offered to sudo, and leaves the basket once that has applied it.
func TestYesWithSudo(t *testing.T) {
	d, lent, _ := askedAsAlice(t, true)
	d.says("needs root: usermod writes /etc/passwd", "x [ Yes ]   [ Yes, with sudo ]")
	d.press("enter")
	d.lacks("difference")
	if len(*lent) > 0 {
		t.Fatal("No lends the terminal")
	}
	d, lent, _ = askedAsAlice(t, true)
	d.press("tab enter")
	d.idle()
	if len(*lent) != 1 {
		t.Fatalf("the terminal was lent %d times", len(*lent))
	}
	d.says("applied with sudo; the run is in the history of root: sudo ralsh history")
	d.lacks("difference")
	if included, all := d.app.sh.Basket.Count(); included > 0 || all > 0 {
		t.Errorf("the basket has %d of %d drafts", included, all)
	}
}

// What sudo did not apply is planned again, and stays in the basket.
func TestYesWithSudoFails(t *testing.T) {
	d, _, end := askedAsAlice(t, true)
	*end = errors.New("exit status 1")
	d.press("tab enter")
	d.idle()
	d.says("with sudo: exit status 1", "Yes, with sudo")
	if included, _ := d.app.sh.Basket.Count(); included != 1 {
		t.Errorf("the basket has %d drafts", included)
	}
}

func TestNoSudo(t *testing.T) {
	d, _, _ := askedAsAlice(t, false)
	d.says("x [ Yes ]  needs root")
	d.lacks("with sudo")
}

// handed returns the plan that alice confirmed, as root's ralsh reads it.
func handed(t *testing.T) *model.Handover {
	t.Helper()
	sh, _ := kittest.Shared(t, fakehost.WithUID(1000))
	decls := kittest.Decls()[:1]
	plan, err := sh.Session.Plan(t.Context(), decls...)
	if err != nil {
		t.Fatal(err)
	}
	form, err := sh.Session.HandOver(plan, decls)
	if err != nil {
		t.Fatal(err)
	}
	h, err := model.ReadHandover(bytes.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Root applies the plan that was confirmed without a second question; going back from its
// result quits.
func TestHandover(t *testing.T) {
	sh, fake := kittest.Shared(t)
	d := driveOn(t, sh.Session, 120, 36, Options{Handover: handed(t)})
	d.idle()
	d.says("apply › result", "shell is /bin/bash")
	if !strings.Contains(fake.Content("/people/deploy"), "shell=/bin/bash") || strings.Contains(d.screen(), "$6$new") {
		t.Errorf("%s\n%s", fake.Content("/people/deploy"), d.screen())
	}
	d.pass(time.Second)
	d.press("esc")
	if d.idle(); !d.quit || !d.app.sh.AllApplied {
		t.Errorf("it quits: %v, all is applied: %v", d.quit, d.app.sh.AllApplied)
	}
}

// A plan that is another one for root is asked about again.
func TestHandoverOfAnotherPlan(t *testing.T) {
	sh, fake := kittest.Shared(t)
	h := handed(t)
	fake.Put("/people/deploy", "ensure=present\nshell=/bin/zsh\n", 0o644)
	d := driveOn(t, sh.Session, 120, 36, Options{Handover: h})
	d.idle()
	d.says("difference", "this plan differs from the confirmed plan: the host changed, or root can read more", "No, cancel")
	if strings.Contains(fake.Content("/people/deploy"), "shell=/bin/bash") {
		t.Error("it was applied")
	}
	d.pass(time.Second)
	d.press("enter")
	if d.idle(); !d.quit || d.app.sh.AllApplied {
		t.Errorf("it quits: %v, all is applied: %v", d.quit, d.app.sh.AllApplied)
	}
}
