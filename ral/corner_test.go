package ral_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Corners of the rules that no recorded case reaches.

func TestGroupThatTakesNoPart(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "pair",
		Attributes: []*ral.Attribute{
			{Name: "a", Kind: ral.Param, Namevar: true},
			{Name: "b", Kind: ral.Param, Namevar: true, Default: value.Str("default")},
		},
		Titles: []ral.TitlePattern{{Pattern: lazyre.Ruby(`^(\w+)(?::(\w+))?$`), Attrs: []string{"a", "b"}}},
	})
	env := ral.NewEnv(reg, host.NewFake(nil).Look(), nil)
	_, diags := env.Build(t.Context(), ral.Decl{Type: "pair", Title: "x"})
	if d := diags.Of("b"); d == nil || d.Message != "Got nil value for b" {
		t.Errorf("got %v, want that b has no value", diags)
	}
}

func TestIndentationIsTheSmallestNotTheShortest(t *testing.T) {
	if got := ral.ScrubDoc("a\n\t\tb\n c"); got != "a\nb\n c" {
		t.Errorf("got %q", got)
	}
}

func TestFalseManagesNothing(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "lamp", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true},
		ral.Ensure("Whether it is there."),
		ral.BoolProperty("lit", "Whether it burns."),
	}})
	env := ral.NewEnv(reg, host.NewFake(nil).Look(), nil)
	for lit, ensured := range map[bool]bool{true: true, false: false} {
		r, diags := env.Build(t.Context(), ral.Decl{
			Type: "lamp", Title: "x", Attrs: []ral.Attr{{Name: "lit", Value: value.Bool(lit)}},
		})
		if diags.Err() != nil || r.Has("ensure") != ensured {
			t.Errorf("lit %v: ensure is set: %v (%v)", lit, r.Has("ensure"), diags)
		}
	}
}
