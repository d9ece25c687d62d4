package ral_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// Comparison of current and desired values (semantics.md L5, L6, L10-L14).
func TestInSync(t *testing.T) {
	always := func(ral.Hook, value.Value, value.Value) bool { return true }
	one, all := ral.Attribute{}, ral.Attribute{MatchAll: true}
	for name, c := range map[string]struct {
		of     ral.Attribute
		is     value.Value
		should []value.Value
		want   bool
	}{
		"equal":                            {one, value.Str("a"), []value.Value{value.Str("a")}, true},
		"the first of two":                 {one, value.Str("a"), []value.Value{value.Str("a"), value.Str("b")}, true},
		"the second of two":                {one, value.Str("b"), []value.Value{value.Str("a"), value.Str("b")}, true},
		"neither":                          {one, value.Str("c"), []value.Value{value.Str("a"), value.Str("b")}, false},
		"a string for a symbol":            {one, value.Str("a"), []value.Value{value.Sym("a")}, true},
		"a symbol for a string":            {one, value.Sym("a"), []value.Value{value.Str("a")}, false},
		"a string for a number":            {one, value.Str("5"), []value.Value{value.Int(5)}, true},
		"a number for a string":            {one, value.Int(5), []value.Value{value.Str("5")}, false},
		"nothing is wanted":                {one, value.Str("a"), nil, true},
		"a secret":                         {one, value.Str("a"), []value.Value{value.Secret(value.Str("a"))}, true},
		"not known":                        {one, value.Unread("why"), []value.Value{value.Str("a")}, false},
		"not known, and the type says yes": {ral.Attribute{InSyncFn: always}, value.Unread("why"), []value.Value{value.Str("a")}, false},
		"the type says yes":                {ral.Attribute{InSyncFn: always}, value.Str("a"), []value.Value{value.Str("b")}, true},
		"a list":                           {all, value.Strs("a", "b"), []value.Value{value.Str("a"), value.Str("b")}, true},
		"a list in another order":          {all, value.Strs("b", "a"), []value.Value{value.Str("a"), value.Str("b")}, false},
		"a longer list":                    {all, value.Strs("a", "b", "c"), []value.Value{value.Str("a"), value.Str("b")}, false},
		"a list of the texts":              {all, value.Strs("a", "5"), []value.Value{value.Sym("a"), value.Int(5)}, true},
		"a list, equal and by text":        {all, value.ListOf(value.Str("a"), value.Int(5)), []value.Value{value.Sym("a"), value.Int(5)}, false},
		"no list":                          {all, value.Str("a"), []value.Value{value.Str("a")}, false},
		"an empty list that wants nothing": {all, value.Strs("a"), nil, true},
	} {
		if got := c.of.InSync(ral.Hook{A: &c.of}, c.is, c.should); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// An empty list is desired only if the attribute allows it and it is declared.
func TestInSyncWithAnEmptyList(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "widget", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "members", Kind: ral.Property, MatchAll: true, List: ral.List{AllowEmptyList: true}},
	}})
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	for _, c := range []struct {
		attrs []ral.Attr
		is    value.Value
		want  bool
	}{
		{nil, value.Strs("a"), true},
		{[]ral.Attr{{Name: "members", Value: value.ListOf()}}, value.Strs("a"), false},
		{[]ral.Attr{{Name: "members", Value: value.ListOf()}}, value.ListOf(), true},
	} {
		r, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "x", Attrs: c.attrs})
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		if got := r.Type.Attr("members").InSync(ral.Hook{A: r.Type.Attr("members"), R: r}, c.is, r.Munged("members")); got != c.want {
			t.Errorf("%v on %s: %v", c.attrs, c.is, got)
		}
	}
}
