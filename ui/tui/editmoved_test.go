package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// What another program changed meanwhile is marked, and the draft stays.
func TestEditMoved(t *testing.T) {
	st, e, fake := kitEdit(t)
	fake.Put("/people/deploy", strings.Replace(fake.Content("/people/deploy"), "shell=/bin/sh", "shell=/bin/zsh", 1), 0o644)
	st.take(changedMsg{})
	st.until(nil)
	st.sees("^ shell             /bin/zsh        /bin/bash")
	if got, _ := e.draft.Text("shell"); got != "/bin/bash" {
		t.Errorf("the draft says %q", got)
	}
}

func TestNewInstance(t *testing.T) {
	sh, _ := kitShared(t)
	typ, _ := sh.session.Type("user")
	sh.makers = kitEditors()
	st := kitOn(t, sh, newNew(sh, typ, false))
	st.keys("enter")
	st.sees("! name", "it needs a name")
	st.typeText("carol")
	st.golden("new")
	st.keys("enter")
	e, ok := st.top().(*edit)
	if !ok || e.draft.Title != "carol" {
		t.Fatalf("the screen is %T", st.top())
	}
	st.sees("carol › edit", "+ ensure            absent          present")
}

// One keystroke, with the check of the whole draft, takes less than 0.1 ms.
func BenchmarkKeystroke(b *testing.B) {
	sh, _ := kitShared(b)
	e := newEdit(sh, kitDraft(b, sh, "deploy"))
	e.update(editReadyMsg{e, e.gen, e.draft.Provider})
	e.open()
	typed := []tea.KeyPressMsg{kitKey("a"), kitKey("backspace")}
	for n := 0; b.Loop(); n++ {
		e.press(typed[n%2])
	}
}
