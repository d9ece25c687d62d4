package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// removing opens the question whether to remove two users.
func removing(t *testing.T) (*driver, *fakehost.Host) {
	t.Helper()
	d, fake := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "ensure", "absent")
	kittest.StageChange(t, d.app.sh, "user", "eve", "ensure", "absent")
	d.press("b A")
	d.pass(time.Second)
	d.press("A")
	d.says("enter answer No", "No, cancel", "type user to remove 2 users: [")
	return d, fake
}

// While the name is required, letters go into it even if No has the focus, and
// the line of keys shows this. Yes still needs its own key.
func TestTheNameIsTypedImmediately(t *testing.T) {
	d, fake := removing(t)
	d.says("enter answer No   tab go to name")
	d.lacks("tab go to Yes")
	d.lacks("y copy")
	d.typed("user")
	d.says("[user  ", "typing: ")
	d.press("enter")
	d.says("enter answer No", "No, cancel", "Yes, apply 2 changes ", "tab go to Yes")
	if ran := fake.Ran(); len(ran) > 0 {
		t.Fatalf("%q ran", ran)
	}
	// The name is complete: letters are keys again.
	d.press("c")
	d.says("equivalent command")
	d.press("esc tab enter")
	d.pass(time.Second)
	d.says("2 of 2 are in the desired state")
}

// Every letter goes into the field, including those of other keys. Other
// characters and named keys keep their meaning.
func TestLettersOfTheNameAreNoKeys(t *testing.T) {
	for key := range strings.SplitSeq("e r q y c w x v b L H A R é", " ") {
		d, _ := removing(t)
		d.press(key)
		d.says("["+key+"  ", "typing: ")
		d.press("esc")
		d.says("enter answer No", "No, cancel")
	}
	for key, text := range map[string]string{"?": "keys of this screen", "tab": "typing: ", "esc": "basket 2", "enter": "basket 2"} {
		d, _ := removing(t)
		d.press(key)
		d.says(text)
	}
	d, _ := removing(t)
	d.send(tea.PasteMsg{Content: "user"})
	d.says("[user  ")
}

// If no name is required, and before the question, letters are keys.
func TestLettersAreKeysWithoutAName(t *testing.T) {
	d, _ := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "ensure", "absent")
	d.press("b A")
	d.pass(time.Second)
	d.press("A c")
	d.says("equivalent command")
	d.press("esc esc esc")
	kittest.StageChange(t, d.app.sh, "user", "eve", "ensure", "absent")
	d.press("b A")
	d.pass(time.Second)
	d.says("type user to remove 2 users: [")
	d.press("c")
	d.says("equivalent command")
}

// A whole answer typed ahead has no effect.
func TestANameTypedAheadDoesNotRemove(t *testing.T) {
	d, fake := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "ensure", "absent")
	kittest.StageChange(t, d.app.sh, "user", "eve", "ensure", "absent")
	d.press("b A")
	for range 3 {
		d.press("A u s e r enter tab enter")
		d.pass(300 * time.Millisecond)
	}
	if d.app.here().Kind != kit.RouteDifference || len(fake.Ran()) > 0 {
		t.Errorf("it arrived:\n%s", d.screen())
	}
	d.lacks("› confirm")
	d.lacks("[u")
}
