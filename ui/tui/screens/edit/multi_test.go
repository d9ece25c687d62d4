package edit

import (
	"testing"
	"time"

	"ralsh/model/draft"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// kitEditAll returns the editor of the users deploy and eve.
func kitEditAll(t *testing.T) (*kittest.Stage, *Screen) {
	t.Helper()
	sh, _ := kittest.Shared(t)
	var drafts []*draft.Draft
	for _, name := range []string{"deploy", "eve"} {
		drafts = append(drafts, kittest.Draft(t, sh, name))
	}
	sh.Makers = kitEditors()
	e := newEditAll(sh, drafts)
	st := kittest.NewStage(t, sh, e)
	st.Until(nil)
	return st, e
}

func toFieldOf(st *kittest.Stage, e *Screen, name string) {
	st.T.Helper()
	st.Keys("home")
	for range e.fields() {
		if e.current().Attr.Name == name {
			return
		}
		st.Keys("down")
	}
	st.T.Fatalf("no field %s", name)
}

// A typed value is set in each draft, and different values are counted.
func TestEditAll(t *testing.T) {
	t.Parallel()
	st, e := kitEditAll(t)
	st.Sees("2 values", "/bin/sh", "2 users: 0 changes")
	toFieldOf(st, e, "shell")
	st.Keys("enter", "ctrl+u")
	st.TypeText("/bin/dash")
	st.Keys("esc")
	toFieldOf(st, e, "expiry")
	st.Keys("enter")
	st.TypeText("tomorrow")
	st.Keys("esc")
	e.check.Elapsed = 200 * time.Microsecond
	st.Golden("edit-all")
	for _, d := range e.each {
		shell, _ := d.Text("shell")
		if expiry, _ := d.Text("expiry"); shell != "/bin/dash" || expiry != "tomorrow" {
			t.Errorf("%s wants the shell %q and the expiry %q", d.Title, shell, expiry)
		}
	}
	st.Keys("A")
	if got := st.LastMessage(); got != "A: expiry is invalid: fix the value, or undo it with u" {
		t.Errorf("it says %q", got)
	}
	st.Keys("u")
	if n := len(st.Sh.Basket.Drafts()); n != 2 {
		t.Errorf("%d drafts are staged", n)
	}
	st.Keys("d")
	st.Sees("deploy", "eve", "/bin/dash")
}

// A finding about some of the drafts names them.
func TestEditAllSaysWhich(t *testing.T) {
	st, e := kitEditAll(t)
	e.each[1].Set("expiry", "tomorrow")
	e.Update(kit.DraftedMsg{})
	toFieldOf(st, e, "expiry")
	st.Sees("eve: Expiry dates must be", "2 values", "1 invalid: expiry")
	st.Keys("esc", "u")
	if _, set := e.each[1].Text("expiry"); set {
		t.Error("u left the expiry of eve")
	}
	st.Keys("u")
	if text, _ := e.each[1].Text("expiry"); text != "tomorrow" {
		t.Errorf("u restored the draft %q", text)
	}
	if _, set := e.each[0].Text("expiry"); set {
		t.Error("u gave deploy an expiry")
	}
}

// Typing in a field with different values begins with an empty field, and
// opening it changes nothing.
func TestEditAllLooksFirst(t *testing.T) {
	st, e := kitEditAll(t)
	e.each[0].Set("uid", "7")
	e.Update(kit.DraftedMsg{})
	toFieldOf(st, e, "uid")
	st.Keys("enter", "left", "esc")
	if text, _ := e.each[0].Text("uid"); text != "7" {
		t.Errorf("looking made %q of the uid", text)
	}
	st.Keys("enter")
	st.TypeText("12")
	st.Keys("esc")
	for _, d := range e.each {
		if text, _ := d.Text("uid"); text != "12" {
			t.Errorf("%s wants the uid %q", d.Title, text)
		}
	}
}
