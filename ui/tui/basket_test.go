package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/model"
)

// stage puts a draft into the basket as the editor does.
func stage(t *testing.T, sh *shared, typ, title string, attrs ...string) *model.Draft {
	t.Helper()
	of, err := sh.session.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	d := sh.basket.Draft(of, title, nil, nil)
	for i := 0; i < len(attrs); i += 2 {
		d.Set(attrs[i], attrs[i+1])
	}
	return d
}

func fullBasket(t *testing.T, sh *shared) {
	t.Helper()
	stage(t, sh, "user", "deploy", "shell", "/bin/bash", "password_max_age", "90")
	stage(t, sh, "service", "sshd", "ensure", "running", "require", "Package['nginx']")
	stage(t, sh, "package", "nginx", "ensure", "present")
	stage(t, sh, "user", "eve", "shell", "/bin/sh")
	stage(t, sh, "user", "bob", "expiry", "tomorrow")
	out := stage(t, sh, "user", "carol", "ensure", "absent")
	sh.basket.SetOmitted(out, true)
}

// What nothing before it can touch is in sync, and stays so.
func TestBasketInSync(t *testing.T) {
	sh, _ := kitShared(t)
	stage(t, sh, "user", "eve", "shell", "/bin/sh")
	st := kitOn(t, sh, newBasketList(sh))
	st.until(nil)
	st.sees("in sync 12:06:10")
}

func TestBasketGolden(t *testing.T) {
	sh, _ := kitShared(t)
	fullBasket(t, sh)
	b := newBasketList(sh)
	st := kitOn(t, sh, b)
	st.until(nil)
	b.took = 214 * time.Millisecond
	st.golden("basket-full")
	st.sees("~ 3  └─ service sshd", "in sync now", "kept for later", "not ready", "left out", "would run", "$ /usr/sbin/usermod deploy")
	for _, want := range []string{"nothing orders", "before  service sshd", "3 after 2: require", "in sync now, unknown until 3", "not ready: 1 invalid value", "left out: space puts it back"} {
		st.sees(want)
		st.keys("j")
	}
	st.keys("G", "K")
	if got := st.lastSaid(); got != "it has no place in the order yet" {
		t.Errorf("a row outside of the order moves: %q", got)
	}
}

// Three are staged, one is taken out, two are applied.
func TestBasketStory(t *testing.T) {
	d, fake := kitDrive(t)
	stage(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	stage(t, d.app.sh, "user", "eve", "shell", "/bin/bash")
	stage(t, d.app.sh, "service", "sshd", "ensure", "running")
	d.press("b")
	d.says("basket 3", "3 of 3 will be applied", "▎~ 1  user deploy", "1  as staged")
	d.press("J")
	d.says("2  as staged")
	if first := d.app.sh.basket.Drafts()[0].Title; first != "eve" {
		t.Errorf("J left %s first", first)
	}
	d.press("g space")
	d.says("basket 2 of 3", "left out: space puts it back", "2 of 3 will be applied")
	d.press("A")
	d.pass(time.Second)
	d.press("A tab enter")
	d.says("2 of 2 are as they should be")
	if strings.Contains(fake.Content("/people/eve"), "bash") || !strings.Contains(fake.Content("/people/deploy"), "bash") {
		t.Error("not what was in was applied")
	}
	d.pass(time.Second)
	d.press("esc")
	d.says("basket 0 of 1", "user eve", "0 of 1 will be applied")
	d.press("A")
	d.says("x A: nothing of it is in the next apply")
	d.press("u")
	d.says("nothing staged")
	d.pass(6 * time.Second)
	d.press("u")
	if len(d.app.sh.basket.Drafts()) != 0 {
		t.Error("it came back after its time")
	}
}

func TestBasketCycle(t *testing.T) {
	d, _ := kitDrive(t)
	stage(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "require", "User[eve]")
	stage(t, d.app.sh, "user", "eve", "shell", "/bin/bash", "require", "User[deploy]")
	d.press("b")
	way := "User[deploy] => User[eve] => User[deploy]"
	d.says("! no order can be made: " + way)
	d.press("A")
	d.says("x A: no order can be made: "+way, "basket")
	d.press("w")
	d.says("why this order", way)
	d.press("esc g space G")
	d.says("not ready: User[deploy] is left out")
}
