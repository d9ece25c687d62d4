package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/model/draft"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// With hostile values, no screen of an edit or an apply is larger than the
// terminal, or contains a foreign escape sequence.
func TestStagingStaysInside(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(kittest.Hostile, 40)
	sh, fake := kittest.Shared(t)
	clock := &kittest.MovingClock{At: kittest.Clock()}
	sh.Now = clock.Now
	fake.Put("/people/deploy", "ensure=present\ncomment="+long+"\nshell=/bin/sh\n", 0o644)
	d := kittest.Draft(t, sh, "deploy")
	for attr, text := range map[string]string{"comment": kittest.Hostile, "shell": kittest.Hostile, "expiry": long, "home": long} {
		d.Set(attr, text)
	}
	sh.Makers = makers()
	st := kittest.NewStage(t, sh, sh.Make(kit.ToEditor(d)))
	st.Until(nil)
	kittest.Sizes(st, "edit")
	st.Keys("j", "enter")
	st.TypeText("x")
	kittest.Sizes(st, "typing")

	typ, _ := sh.Session.Type("user")
	fine := draft.New(typ, kittest.Hostile, nil, nil)
	fine.Set("comment", long)
	fine.Set("ensure", "present")
	st.Push(sh.Make(kit.ToDifference(append(kittest.Decls(), fine.Decl()))))
	st.Until(nil)
	kittest.Sizes(st, "difference")
	clock.Pass(time.Second)
	st.Keys("A", "enter")
	if _, ok := st.Top().(kit.Runner); !ok {
		t.Fatalf("yes leads to %T", st.Top())
	}
	kittest.Sizes(st, "result")
}
