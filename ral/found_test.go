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
		{func(f *ral.Instance) []string { return []string{f.Name} }, []string{"a", "b"}, []string{"x", "a", "b"}},
	} {
		f := ral.NewInstance(&ral.Type{Findings: test.typ}, "x")
		f.ProviderFindings = test.own
		if got := f.Findings(); !slices.Equal(got, test.want) {
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
		f := ral.NewInstance(typ, "x").Set("a", value.Str("1")).SetFrom("b", value.Str(b), line)
		f.From = line
		return f
	}
	for _, test := range []struct{ name, line, b string }{
		{"as it was", "/f:1", "2"},
		{"in another line", "/f:2", "2"},
		{"another value", "/f:1", "3"},
	} {
		f := look(test.line, test.b)
		f.Share(look("/f:1", "2"))
		if f.Name != "x" || f.From != test.line || f.Source("a") != test.line || f.Source("b") != test.line ||
			f.Get("a").Text() != "1" || f.Get("b").Text() != test.b || f.Known("c") {
			t.Errorf("%s: a %v from %s, b %v from %s", test.name, f.Get("a"), f.Source("a"), f.Get("b"), f.Source("b"))
		}
	}
}
