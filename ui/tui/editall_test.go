package tui

import (
	"testing"
	"time"

	"ralsh/model"
)

// kitEditAll is the sheet of deploy and eve.
func kitEditAll(t *testing.T) (*kitStage, *edit) {
	t.Helper()
	sh, _ := kitShared(t)
	var drafts []*model.Draft
	for _, name := range []string{"deploy", "eve"} {
		drafts = append(drafts, kitDraft(t, sh, name))
	}
	sh.makers = kitEditors()
	e := newEditAll(sh, drafts)
	st := kitOn(t, sh, e)
	st.until(nil)
	return st, e
}

func toFieldOf(st *kitStage, e *edit, name string) {
	st.t.Helper()
	st.keys("home")
	for range e.fields() {
		if e.current().Attr.Name == name {
			return
		}
		st.keys("down")
	}
	st.t.Fatalf("no field %s", name)
}

// What is typed once is set for each, and what differs says how much.
func TestEditAll(t *testing.T) {
	st, e := kitEditAll(t)
	st.sees("2 values", "/bin/sh", "2 users: 0 changes")
	toFieldOf(st, e, "shell")
	st.keys("enter", "ctrl+u")
	st.typeText("/bin/dash")
	st.keys("esc")
	toFieldOf(st, e, "expiry")
	st.keys("enter")
	st.typeText("tomorrow")
	st.keys("esc")
	e.check.Elapsed = 200 * time.Microsecond
	st.golden("edit-all")
	for _, d := range e.each {
		shell, _ := d.Text("shell")
		if expiry, _ := d.Text("expiry"); shell != "/bin/dash" || expiry != "tomorrow" {
			t.Errorf("%s wants the shell %q and the expiry %q", d.Title, shell, expiry)
		}
	}
	st.keys("A")
	if got := st.lastSaid(); got != "A: expiry is invalid" {
		t.Errorf("it says %q", got)
	}
	st.keys("u")
	if n := len(st.sh.basket.Drafts()); n != 2 {
		t.Errorf("%d drafts are staged", n)
	}
	st.keys("d")
	st.sees("deploy", "eve", "/bin/dash")
}

// A finding about some of them names those.
func TestEditAllSaysWhich(t *testing.T) {
	st, e := kitEditAll(t)
	e.each[1].Set("expiry", "tomorrow")
	e.update(draftedMsg{})
	toFieldOf(st, e, "expiry")
	st.sees("eve: Expiry dates must be", "2 values", "1 invalid: expiry")
	st.keys("esc", "u")
	if _, set := e.each[1].Text("expiry"); set {
		t.Error("u left the expiry of eve")
	}
	st.keys("u")
	if text, _ := e.each[1].Text("expiry"); text != "tomorrow" {
		t.Errorf("u brought back %q", text)
	}
	if _, set := e.each[0].Text("expiry"); set {
		t.Error("u gave deploy an expiry")
	}
}

// Typing in a field whose values differ begins from nothing, and looking at it
// changes nothing.
func TestEditAllLooksFirst(t *testing.T) {
	st, e := kitEditAll(t)
	e.each[0].Set("uid", "7")
	e.update(draftedMsg{})
	toFieldOf(st, e, "uid")
	st.keys("enter", "left", "esc")
	if text, _ := e.each[0].Text("uid"); text != "7" {
		t.Errorf("looking made %q of the uid", text)
	}
	st.keys("enter")
	st.typeText("12")
	st.keys("esc")
	for _, d := range e.each {
		if text, _ := d.Text("uid"); text != "12" {
			t.Errorf("%s wants the uid %q", d.Title, text)
		}
	}
}

// A range is selected by V at both its ends, or by the key that acts on it.
func TestEditRange(t *testing.T) {
	d, _ := kitDrive(t)
	d.press(":")
	d.typed("user")
	d.press("enter g V j e")
	d.says("2 rows › edit", "2 users: 0 changes")
	d.press("esc esc esc g")
	d.press("e")
	d.says("deploy › edit")
}

// The sheet checks all of its drafts on each key, so it takes no more than it
// can.
func TestEditRangeHasAnEnd(t *testing.T) {
	sh, fake := kitShared(t)
	for i := range 499 {
		fake.Put("/people/u"+itoa(i), "ensure=present\n", 0o644)
	}
	d := driveOn(t, sh.session, 120, 36, Options{})
	d.idle()
	d.press(":")
	d.typed("user")
	d.press("enter g V G e")
	d.says("501 rows are selected, the sheet takes 500; E takes any number")
	d.press("G space e")
	d.says("500 rows › edit")
}

// V in the basket takes a range in or out, and shows while it is open what it
// would do.
func TestBasketRange(t *testing.T) {
	d, _ := kitDrive(t)
	for _, name := range []string{"deploy", "eve", "bob"} {
		stage(t, d.app.sh, "user", name, "comment", "x")
	}
	d.press("b g V")
	d.says("a range: V takes 1 row out of the next apply, esc leaves them as they were", "> ~ 1  user deploy", " ▎~ 2  user eve")
	d.press("down")
	d.says("V takes 2 rows out", "> ~ 2  user eve", "basket 3")
	d.lacks("▎~ 2  user eve")
	d.press("esc")
	d.says("▎~ 2  user eve", "basket 3")
	d.lacks("a range")
	d.press("k V j V")
	d.says("basket 1 of 3")
	d.press("V k")
	d.says("V takes 2 rows into", "▎+    user eve", "▎+    user deploy")
	d.press("space")
	d.says("basket 3")
}
