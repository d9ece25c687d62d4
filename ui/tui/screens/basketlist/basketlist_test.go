package basketlist

import (
	"testing"
	"time"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

func fullBasket(t *testing.T, sh *kit.Shared) {
	t.Helper()
	kittest.StageChange(t, sh, "user", "deploy", "shell", "/bin/bash", "password_max_age", "90")
	kittest.StageChange(t, sh, "service", "sshd", "ensure", "running", "require", "Package['nginx']")
	kittest.StageChange(t, sh, "package", "nginx", "ensure", "present")
	kittest.StageChange(t, sh, "user", "eve", "shell", "/bin/sh")
	kittest.StageChange(t, sh, "user", "bob", "expiry", "tomorrow")
	out := kittest.StageChange(t, sh, "user", "carol", "ensure", "absent")
	sh.Basket.SetOmitted(out, true)
}

// A resource that no earlier step can affect is in sync, and stays so.
func TestBasketInSync(t *testing.T) {
	sh, _ := kittest.Shared(t)
	kittest.StageChange(t, sh, "user", "eve", "shell", "/bin/sh")
	st := kittest.NewStage(t, sh, New(sh))
	st.Until(nil)
	st.Sees("in sync 12:06:10")
}

func TestBasketGolden(t *testing.T) {
	sh, _ := kittest.Shared(t)
	fullBasket(t, sh)
	b := New(sh)
	st := kittest.NewStage(t, sh, b)
	st.Until(nil)
	b.took = 214 * time.Millisecond
	st.Golden("basket-full")
	st.Sees("~ 3  └─ service sshd", "in sync now", "not in the next apply", "not ready", "omitted", "commands", "$ /usr/sbin/usermod deploy")
	for _, want := range []string{"within the order", "before  service sshd", "3 after 2: require", "in sync now; may change after step 3", "not ready: 1 invalid value", "omitted: space includes it"} {
		st.Sees(want)
		st.Keys("j")
	}
	st.Keys("G", "K")
	if got := st.LastMessage(); got != "the draft is not in the plan yet" {
		t.Errorf("a row outside of the order moves: %q", got)
	}
}

// A draft that was copied from another host says so.
func TestBasketFrom(t *testing.T) {
	sh, _ := kittest.Shared(t)
	kittest.StageChange(t, sh, "user", "deploy", "shell", "/bin/bash")
	sh.Basket.Drafts()[0].From = "web1\x1b[2J, 2026-01-01 00:00 UTC"
	st := kittest.NewStage(t, sh, New(sh))
	st.Until(nil)
	st.Sees("as on", "2026-01-01 00:00 UTC")
}
