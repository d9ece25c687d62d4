package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// A draft that cannot be applied is neither counted nor offered, and the reason
// is shown.
func TestBasketCountsWhatCanBeApplied(t *testing.T) {
	for name, c := range map[string]struct {
		opts  []fakehost.Option
		stage [][]string
		way   string
		says  []string
		lacks []string
	}{
		"cannot be planned": {
			nil,
			[][]string{{"file", "/nowhere", "content", "x\n"}},
			"",
			[]string{"basket 0 of 1", "> ! 1  file /nowhere", "cannot be planned: ", "0 of 1 will be applied"},
			[]string{"A apply", "▎! 1  file", "exact"},
		},
		"cannot be planned, and A": {
			nil,
			[][]string{{"file", "/nowhere", "content", "x\n"}},
			"A",
			[]string{"x A: File[/nowhere] cannot be planned: "},
			nil,
		},
		"cannot be planned, and d": {
			nil,
			[][]string{{"file", "/nowhere", "content", "x\n"}},
			"d",
			[]string{"1 resource cannot be planned", "no change can be applied", "x [ Yes ]  no resource can be planned"},
			[]string{"exact", "0 changes in"},
		},
		"one of two": {
			nil,
			[][]string{{"file", "/nowhere", "content", "x\n"}, {"user", "deploy", "shell", "/bin/bash"}},
			"",
			[]string{"basket 1 of 2", "1 of 2 will be applied", "A apply 1"},
			nil,
		},
		"what needs it": {
			nil,
			[][]string{{"file", "/nowhere", "content", "x\n"}, {"user", "deploy", "shell", "/bin/bash", "require", "File[/nowhere]"}},
			"G",
			[]string{"0 of 2 will be applied", "cannot be planned: needs File[/nowhere]"},
			[]string{"A apply"},
		},
		"cannot be planned, and w": {
			nil,
			[][]string{{"file", "/nowhere", "content", "x\n"}},
			"w",
			[]string{"it cannot be planned: cannot read /nowhere: no such file or directory"},
			nil,
		},
		"not root, and w": {
			[]fakehost.Option{fakehost.WithUID(1000)},
			[][]string{{"user", "deploy", "shell", "/bin/bash"}},
			"w",
			[]string{"it needs root: usermod writes /etc/passwd, and alice is not root"},
			nil,
		},
		"not root": {
			[]fakehost.Option{fakehost.WithUID(1000)},
			[][]string{{"user", "deploy", "shell", "/bin/bash"}},
			"",
			[]string{"1  needs root", "x needs root: usermod writes /etc/passwd, and alice is not root. c shows the command"},
			[]string{"A apply 0"},
		},
		"not root, and A": {
			[]fakehost.Option{fakehost.WithUID(1000)},
			[][]string{{"user", "deploy", "shell", "/bin/bash"}},
			"A",
			[]string{"difference", "x [ Yes ]  needs root"},
			nil,
		},
		"a cycle": {
			nil,
			[][]string{{"user", "deploy", "shell", "/bin/bash", "require", "User[eve]"}, {"user", "eve", "shell", "/bin/bash", "require", "User[deploy]"}},
			"",
			[]string{"! the order has a cycle"},
			[]string{"A apply", "J later", "d difference"},
		},
		"in sync": {
			nil,
			[][]string{{"user", "eve", "shell", "/bin/sh"}},
			"A",
			[]string{"0 of 1", "x A: all included drafts are in sync"},
			[]string{"A apply"},
		},
		"empty": {
			nil, nil,
			"",
			[]string{"the basket is empty", ": jump   H show history   esc back "},
			[]string{"A apply", "edit   ", "J later"},
		},
		"emptied": {
			nil,
			[][]string{{"user", "eve", "shell", "/bin/bash"}},
			"u x",
			[]string{"the basket is empty", "u restore"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := kitDrive(t, c.opts...)
			for _, s := range c.stage {
				kittest.StageChange(t, d.app.sh, s[0], s[1], s[2:]...)
			}
			d.press("b " + c.way)
			d.says(c.says...)
			for _, text := range c.lacks {
				d.lacks(text)
			}
		})
	}
}

// During an apply the basket shows it, and does not offer another one.
func TestBasketDuringAnApply(t *testing.T) {
	d, fake := kitDrive(t)
	chained(t, d.app.sh)
	held := d.applies(fake)
	d.send(keyOf("b"))
	d.until("applying 1 of 3; applied changes leave the basket when the apply ends")
	d.lacks("no changes were made yet")
	d.lacks("A apply")
	d.pass(time.Second)
	d.send(keyOf("A"))
	d.until("x A: an apply is running")
	d.pass(time.Second)
	d.send(keyOf("d"))
	d.until("x [ Yes ]  an apply is running")
	close(held)
	d.idle()
	d.press("x")
	d.pass(time.Second)
	d.press("esc")
	d.says("A apply 2")
}

// Keys typed after the key that plans reach the plan, and none of them answers
// its question.
func TestBasketTypedAheadOfThePlan(t *testing.T) {
	d, fake := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, d.app.sh, "user", "bob", "expiry", "tomorrow")
	for _, key := range []string{"b", "A", "enter", "tab", "enter"} {
		d.send(keyOf(key))
	}
	d.idle()
	d.says("basket › difference", "Yes, apply 1 change ")
	d.lacks("confirm >")
	d.press("esc")
	if len(fake.Ran()) > 0 {
		t.Error("a key typed ahead applied")
	}
}

// The basket lists drafts of all types; a list of instances does not count
// them.
func TestInstancesCountTheBasket(t *testing.T) {
	d, _ := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "package", "nginx", "ensure", "present")
	d.press(":")
	d.typed("user")
	d.press("enter")
	d.says("basket 1")
	d.lacks("staged")
}

// A missing resource cannot be removed.
func TestAbsentIsNotRemoved(t *testing.T) {
	d, _ := kitDrive(t)
	ty, err := d.app.sh.Session.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	for title, offered := range map[string]bool{"deploy": true, "nobody": false} {
		d.run(kit.Push(kit.ToInstance(ty, title, nil)))
		d.idle()
		d.says("e edit")
		if got := strings.Contains(d.screen(), "- remove"); got != offered {
			t.Errorf("%s: offered to remove it: %v", title, got)
		}
	}
}
