package edit

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// A property that another program changed meanwhile is marked, and the draft is
// kept.
func TestEditMoved(t *testing.T) {
	st, e, fake := kitEdit(t)
	fake.Put("/people/deploy", strings.Replace(fake.Content("/people/deploy"), "shell=/bin/sh", "shell=/bin/zsh", 1), 0o644)
	st.Take(kit.ChangedMsg{})
	st.Until(nil)
	st.Sees("^ shell             /bin/zsh         /bin/bash")
	if got, _ := e.draft.Text("shell"); got != "/bin/bash" {
		t.Errorf("the draft says %q", got)
	}
}

func TestNewInstance(t *testing.T) {
	sh, _ := kittest.Shared(t)
	typ, _ := sh.Session.Type("user")
	sh.Makers = kitEditors()
	st := kittest.NewStage(t, sh, NewName(sh, typ, false))
	st.Keys("enter")
	st.Sees("! name", "type a name")
	st.TypeText("carol")
	st.Golden("new")
	st.Keys("enter")
	e, ok := st.Top().(*Screen)
	if !ok || e.draft.Title != "carol" {
		t.Fatalf("the screen is %T", st.Top())
	}
	st.Sees("carol › edit", "+ ensure            absent          present")
}

// A keystroke, including the check of the whole draft, takes less than 0.1 ms.
func BenchmarkKeystroke(b *testing.B) {
	sh, _ := kittest.Shared(b)
	e := newEdit(sh, kittest.Draft(b, sh, "deploy"))
	e.elected(e.draft.Provider)
	e.open()
	typed := []tea.KeyPressMsg{kittest.Key("a"), kittest.Key("backspace")}
	for n := 0; b.Loop(); n++ {
		e.Press(typed[n%2])
	}
}
