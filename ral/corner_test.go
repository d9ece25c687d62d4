package ral_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/lazyre"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Cases of the rules that no recorded vector covers.

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
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	_, diags := env.Build(t.Context(), ral.Decl{Type: "pair", Title: "x"})
	if d := diags.Of("b"); d == nil || d.Message != "Got nil value for b" {
		t.Errorf("got %v, want that b has no value", diags)
	}
}

func TestFalseManagesNothing(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "lamp", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true},
		standard.Ensure("Whether it is there."),
		standard.BoolProperty("lit", "Whether it burns."),
	}})
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	for lit, ensured := range map[bool]bool{true: true, false: false} {
		r, diags := env.Build(t.Context(), ral.Decl{
			Type: "lamp", Title: "x", Attrs: []ral.Attr{{Name: "lit", Value: value.Bool(lit)}},
		})
		if diags.Err() != nil || r.Has("ensure") != ensured {
			t.Errorf("lit %v: ensure is set: %v (%v)", lit, r.Has("ensure"), diags)
		}
	}
}

func TestOnlyValuesOfPropertiesNeedFeatures(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "pen", Features: []ral.Feature{{Name: "ink"}},
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			{Name: "style", Kind: ral.Param, Values: []ral.Allowed{{Name: "bold", Features: []string{"ink"}}}},
		},
	}, provider("pencil", func(*ral.Provider) {}))
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	_, diags := env.Build(t.Context(), ral.Decl{
		Type: "pen", Title: "x", Attrs: []ral.Attr{{Name: "style", Value: value.Str("bold")}},
	})
	if err := diags.Err(); err != nil {
		t.Error(err)
	}
}

func TestEqualNumbers(t *testing.T) {
	for _, c := range []struct {
		v, w value.Value
		same bool
	}{
		{value.Int(5), value.Flt(5), true},
		{value.Flt(5), value.Int(5), true},
		{value.Int(5), value.Flt(5.5), false},
		{value.Int(5), value.Str("5"), false},
		{value.Int(1<<53 + 1), value.Flt(1 << 53), false},
	} {
		if c.v.Equal(c.w) != c.same {
			t.Errorf("%v and %v: equal is %v", c.v, c.w, !c.same)
		}
	}
}

// A declared namevar takes precedence over the title, which then may be
// anything (semantics.md T23).
func TestDeclaredBeforeTitled(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "socket", Titles: []ral.TitlePattern{{Pattern: lazyre.New(`^(.*):(.*)$`), Attrs: []string{"host", "port"}}},
		Attributes: []*ral.Attribute{
			{Name: "host", Kind: ral.Param, Namevar: true},
			{Name: "port", Kind: ral.Param, Namevar: true, Values: []ral.Allowed{{Pattern: lazyre.New(`^\d+$`)}}},
		},
	})
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	r, diags := env.Build(t.Context(), ral.Decl{Type: "socket", Title: "web:http", Attrs: []ral.Attr{{Name: "port", Value: value.Str("80")}}})
	if err := diags.Err(); err != nil || r.Get("host").Text() != "web" || r.Get("port").Text() != "80" {
		t.Errorf("%s %s, %v", r.Get("host"), r.Get("port"), err)
	}
}
