package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/kittest"
)

// Of three staged drafts one is excluded and two are applied.
func TestBasketStory(t *testing.T) {
	d, fake := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash")
	kittest.StageChange(t, d.app.sh, "service", "sshd", "ensure", "running")
	d.press("b")
	d.says("basket 3", "3 of 3 will be applied", "▎~ 1  user deploy", "1  as staged")
	d.press("J")
	d.says("2  as staged")
	if first := d.app.sh.Basket.Drafts()[0].Title; first != "eve" {
		t.Errorf("J left %s first", first)
	}
	d.press("g space")
	d.says("basket 2 of 3", "omitted: space includes it", "2 of 3 will be applied")
	d.press("A")
	d.pass(time.Second)
	d.press("A enter")
	d.says("2 of 2 are in the desired state")
	if strings.Contains(fake.Content("/people/eve"), "bash") || !strings.Contains(fake.Content("/people/deploy"), "bash") {
		t.Error("not what was in was applied")
	}
	d.pass(time.Second)
	d.press("esc")
	d.says("basket 0 of 1", "user eve", "0 of 1 will be applied")
	d.press("A")
	d.says("x A: all drafts of the basket are omitted from the next apply")
	d.press("u")
	d.says("the basket is empty")
	d.pass(6 * time.Second)
	d.press("u")
	if len(d.app.sh.Basket.Drafts()) != 0 {
		t.Error("it came back after its time")
	}
}

func TestBasketCycle(t *testing.T) {
	d, _ := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "require", "User[eve]")
	kittest.StageChange(t, d.app.sh, "user", "eve", "shell", "/bin/bash", "require", "User[deploy]")
	d.press("b")
	way := "User[deploy] => User[eve] => User[deploy]"
	d.says("! the order has a cycle: " + way)
	d.press("A")
	d.says("x A: the order has a cycle: "+way, "basket")
	d.press("w")
	d.says("reasons for the order", way)
	d.press("esc g space G")
	d.says("not ready: User[deploy] is left out")
}
