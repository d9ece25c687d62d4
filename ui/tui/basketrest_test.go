package tui

import (
	"context"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// chained stages three resources, each with a require of the previous one.
func chained(t *testing.T, sh *kit.Shared) {
	t.Helper()
	kittest.StageChange(t, sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, sh, "package", "nginx", "ensure", "present", "require", "User[deploy]")
	kittest.StageChange(t, sh, "service", "sshd", "ensure", "running", "require", "Package[nginx]")
}

// The line of keys at 120 columns lists all actions of the basket.
func TestBasketKeys(t *testing.T) {
	d, _ := kitDrive(t)
	chained(t, d.app.sh)
	d.press("b")
	d.says("\n space omit   enter edit   d diff   A apply 3   u drop   J K move   E edit as text   w explain   / filter ")
	d.press("/")
	d.typed("cron")
	d.press("enter")
	d.lacks("J K move") // there is no row to move
}

// The remaining drafts of an apply are planned from the basket, because their
// dependencies exist by then, and the basket shows this.
func TestBasketPlansTheRest(t *testing.T) {
	d, fake := kitDrive(t)
	chained(t, d.app.sh)
	d.press("b A")
	d.pass(time.Second)
	d.press("A enter")
	d.says("2 of 3", "failed: apt-get exit 100", "skipped: needs")
	d.pass(time.Second)
	d.press("d")
	d.says("- absent", "1 change in 1 resource")
	d.pass(time.Second)
	d.press("esc G d")
	d.says("1  package nginx", "2  service sshd", "after 1: require => Package[nginx]")
	d.pass(time.Second)
	d.press("esc A")
	d.says("1  package nginx", "2  service sshd")
	d.lacks("user deploy")
	d.pass(time.Second)
	d.press("esc esc")
	d.says("basket 2", "2 of 2 will be applied", "A apply 2",
		"after   user deploy", "declared: require =>", "User[deploy]; applied already")
	fake.Handle("apt-get", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		f.Put("/pkg/nginx", "ensure=present\n", 0o644)
		return host.Result{}
	})
	d.press("A")
	d.pass(time.Second)
	d.press("A enter")
	d.says("2 of 2 are in the desired state")
}

// The same after a stop, and in a later session.
func TestBasketPlansTheRestOfAStop(t *testing.T) {
	t.Parallel()
	sh, fake := kittest.Shared(t)
	sh.Session.KeepJournal(t.TempDir())
	d := driveOn(t, sh.Session, 120, 36, Options{})
	d.idle()
	chained(t, d.app.sh)
	held := d.applies(fake)
	d.send(keyOf("ctrl+c"))
	close(held)
	d.idle()
	d.says("not started: stopped by ctrl+c")
	d.pass(time.Second)
	d.press("esc")
	d.says("2 of 2 will be applied")

	again := driveOn(t, sh.Session, 120, 36, Options{})
	again.idle()
	again.press("b")
	again.says("2 of 2 will be applied")
}

// A draft that is not in the plan has relationships anyway, and w explains why
// it is not in the plan.
func TestBasketFootBeyondThePlan(t *testing.T) {
	for name, c := range map[string]struct {
		stage [][]string
		way   string
		says  []string
	}{
		"a cycle": {
			[][]string{{"user", "deploy", "shell", "/bin/bash", "before", "User[eve]"}, {"user", "eve", "shell", "/bin/bash", "before", "User[deploy]"}},
			"",
			[]string{"before  user eve", "declared: before => User[eve]", "after   user eve", "declared there: before"},
		},
		"nothing leads there": {
			[][]string{{"user", "deploy", "shell", "/bin/bash", "require", "User['bob']"}},
			"",
			[]string{"after   user bob", "declared: require => User[bob]; ", "is not in the basket"},
		},
		"left out": {
			[][]string{{"user", "deploy", "shell", "/bin/bash", "require", "User['eve']"}, {"user", "eve", "shell", "/bin/bash"}},
			"g space g",
			[]string{"after   user eve", "declared: require => User[eve]; ", "is left out"},
		},
		"why": {
			[][]string{{"user", "deploy", "shell", "/bin/bash", "require", "User['bob']"}},
			"w",
			[]string{"User[deploy] is not in the plan: User[bob] is not in the basket", "next step: stage User[bob], or drop the relationship", "after user bob  declared: require => User[bob]; not in the basket"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := kitDrive(t)
			for _, s := range c.stage {
				kittest.StageChange(t, d.app.sh, s[0], s[1], s[2:]...)
			}
			d.press("b " + c.way)
			d.says(c.says...)
		})
	}
}
