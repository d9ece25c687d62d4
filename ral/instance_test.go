package ral_test

import (
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/value"
)

func TestOdd(t *testing.T) {
	for _, test := range []struct {
		typ  func(*ral.Instance) []string
		own  []string
		want []string
	}{
		{nil, nil, nil},
		{nil, []string{"a"}, []string{"a"}},
		{func(*ral.Instance) []string { return nil }, []string{"a"}, []string{"a"}},
		{func(inst *ral.Instance) []string { return []string{inst.Name} }, []string{"a", "b"}, []string{"x", "a", "b"}},
	} {
		inst := ral.NewInstance(&ral.Type{Findings: test.typ}, "x")
		inst.ProviderFindings = test.own
		if got := inst.Findings(); !slices.Equal(got, test.want) {
			t.Errorf("%v, want %v", got, test.want)
		}
	}
}

func TestShare(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true},
		{Name: "a", Kind: ral.Property},
		{Name: "b", Kind: ral.Property},
		{Name: "c", Kind: ral.Property},
	}})
	typ := reg.Type("t")
	look := func(line, b string) *ral.Instance {
		inst := ral.NewInstance(typ, "x").Set("a", value.Str("1")).SetFrom("b", value.Str(b), line)
		inst.From = line
		return inst
	}
	for _, test := range []struct{ name, line, b string }{
		{"as it was", "/f:1", "2"},
		{"in another line", "/f:2", "2"},
		{"another value", "/f:1", "3"},
	} {
		inst := look(test.line, test.b)
		inst.Share(look("/f:1", "2"))
		if inst.Name != "x" || inst.From != test.line || inst.Source("a") != test.line || inst.Source("b") != test.line ||
			inst.Get("a").Text() != "1" || inst.Get("b").Text() != test.b || inst.Known("c") {
			t.Errorf("%s: a %v from %s, b %v from %s", test.name, inst.Get("a"), inst.Source("a"), inst.Get("b"), inst.Source("b"))
		}
	}
}
