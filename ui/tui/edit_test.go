package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral/host"
)

func kitDraft(t testing.TB, sh *shared, name string) *model.Draft {
	t.Helper()
	typ, err := sh.session.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	p := typ.Provider("useradd")
	found, err := readOne(t.Context(), sh.session, model.NewDraft(typ, name, p, nil))
	if err != nil {
		t.Fatal(err)
	}
	return sh.basket.Draft(typ, name, p, found)
}

// kitEdit is an editor about deploy with the draft of the drawing.
func kitEdit(t *testing.T, opts ...host.FakeOption) (*kitStage, *edit, *host.Fake) {
	t.Helper()
	sh, fake := kitShared(t, opts...)
	d := kitDraft(t, sh, "deploy")
	for _, set := range [][2]string{
		{"comment", "Deploy account"},
		{"home", "/home/deploy"},
		{"shell", "/bin/bash"},
		{"password", "$y$new"},
		{"password_max_age", "90"},
		{"managehome", "yes"},
	} {
		d.Set(set[0], set[1])
	}
	e := newEdit(sh, d)
	st := kitOn(t, sh, e)
	st.until(nil)
	return st, e, fake
}

func (e *edit) pin() { e.check.Elapsed = 200 * time.Microsecond }

func TestEditGolden(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "expiry" {
		st.keys("j")
	}
	st.keys("enter", "ctrl+u")
	st.typeText("tomorrow")
	e.pin()
	st.golden("edit")
}

func TestEditNotRoot(t *testing.T) {
	st, e, _ := kitEdit(t, host.WithUID(1000))
	for e.current().Attr.Name != "shell" {
		st.keys("j")
	}
	e.pin()
	st.golden("edit-not-root")
	st.sees("needs root", "usermod writes /etc/passwd, which alice may not.")
}

func TestEditTypes(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "expiry" {
		st.keys("j")
	}
	st.keys("enter")
	if !st.top().typing() {
		t.Fatal("enter does not begin to type")
	}
	st.keys("down")
	if got, _ := e.draft.Text("expiry"); got != "absent" {
		t.Errorf("down brings %q, want the first allowed value", got)
	}
	if got := e.current().State; got != model.FieldInSync {
		t.Errorf("absent is %v, want in sync", got)
	}
	st.keys("ctrl+u")
	if _, set := e.draft.Text("expiry"); set {
		t.Error("an emptied field is still managed")
	}
	st.typeText("soon")
	st.keys("esc")
	if st.top().typing() {
		t.Error("esc does not stop typing")
	}
	if got, _ := e.draft.Text("expiry"); got != "soon" {
		t.Errorf("the invalid text is %q after esc, want it kept", got)
	}
	st.sees(`Expiry dates must be YYYY-MM-DD or the string "absent".`, "for example 2027-01-31", "invalid")
	st.keys("g", "A")
	if got := st.lastSaid(); got != "A: expiry is invalid" {
		t.Errorf("A says %q", got)
	}
	if got := e.current().Attr.Name; got != "expiry" {
		t.Errorf("the cursor is on %s, want it where the invalid value is", got)
	}
	st.keys("u")
	if _, set := e.draft.Text("expiry"); set {
		t.Error("u does not undo")
	}
	st.keys("u")
	if got, _ := e.draft.Text("expiry"); got != "soon" {
		t.Errorf("the second u brings back %q", got)
	}
}

// A field that is only looked at makes no draft of what is there.
func TestEditLooksOnly(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "uid" {
		st.keys("j")
	}
	st.keys("enter", "left", "right", "home", "esc")
	if _, set := e.draft.Text("uid"); set {
		t.Error("moving in the field managed it")
	}
	st.keys("enter", "tab")
	if got := e.current().Attr.Name; got != "comment" || !st.top().typing() {
		t.Errorf("tab leads to %s, typing %v", got, st.top().typing())
	}
}

func TestEditSecret(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "password" {
		st.keys("j")
	}
	st.keys("enter")
	st.typeText("$6$hunter2$x")
	st.sees("[hidden]", "secret, a hash ($6$)")
	if strings.Contains(st.text(), "hunter2") {
		t.Error("the secret is on the screen")
	}
	st.keys("esc")
	if shown := st.text(); strings.Contains(shown, "hunter2") || !strings.Contains(shown, "[redacted]") {
		t.Errorf("after typing the screen shows:\n%s", shown)
	}
}

func TestEditCannot(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "loginclass" {
		st.keys("j")
	}
	st.keys("enter")
	if st.top().typing() {
		t.Error("a field that cannot be managed can be typed in")
	}
	if got, want := st.lastSaid(), "loginclass needs the feature manages_loginclass; provider useradd lacks it"; got != want {
		t.Errorf("enter says %q, want %q", got, want)
	}
}

// Typing in a list that is empty now begins from nothing.
func TestEditEmptyList(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "groups" {
		st.keys("j")
	}
	st.keys("enter")
	st.typeText("adm")
	if text, _ := e.draft.Text("groups"); text != "adm" {
		t.Errorf("typed adm, wanted is %q", text)
	}
}
