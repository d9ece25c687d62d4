package transaction_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// The certainty of a step depends on every earlier command, however many steps
// lie between. A transient change depends on none.
func TestCertaintyCarriesOn(t *testing.T) {
	w := newWorld(t)
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	reg.Add(ral.Type{Name: "message", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true},
		{Name: "text", Kind: ral.Property, Sync: ral.Sync{Transient: true}, InSyncFn: func(ral.Hook, value.Value, value.Value) bool { return false }},
	}}, ral.Provider{Name: "told", New: func() any { return things{} }})
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	after := func(d ral.Decl, typ, title string) ral.Decl {
		return d.With("require", value.Ref(typ, title))
	}
	message := func(title string) ral.Decl {
		d := thing(title, "text", "forgotten")
		d.Type = "message"
		return d
	}
	p := planOf(
		t, w,
		thing("a", "color", "by-command"),
		after(message("m"), "thing", "a"),
		after(message("n"), "message", "m"),
		after(thing("b", "color", "blue"), "message", "n"),
		thing("half", "size", "2"),
	)
	want := []struct {
		ref   string
		sure  ral.Certainty
		until int
	}{
		{"Thing[a]", ral.Exact, 0},
		{"Message[m]", ral.Computed, 0},
		{"Message[n]", ral.Computed, 0},
		{"Thing[b]", ral.UnknownUntil, 1},
		{"Thing[half]", ral.Exact, 0},
	}
	for i, s := range p.Steps {
		if c := s.Changes[0]; s.Ref() != want[i].ref || c.Certainty != want[i].sure || c.Until != want[i].until {
			t.Errorf("%s is %s until %d, want %v", s.Ref(), c.Certainty, c.Until, want[i])
		}
	}
	if _, err := p.Apply(t.Context(), w.Writer(), transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	w.has(t, "/things/b/color", "blue")
}

// The changes of a step that cannot be flushed are not counted as planned.
func TestBlockedIsNotCounted(t *testing.T) {
	w := lineWorld(t)
	w.Deny("/lines/new")
	p := planOf(t, w, thing("new", "color", "blue"), thing("other", "color", "blue"))
	if p.Steps[0].Status != transaction.Blocked || p.ChangeCount() != 1 {
		t.Errorf("%s, and %d changes planned, want 1", p.Steps[0].Status, p.ChangeCount())
	}
}
