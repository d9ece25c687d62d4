package ral_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// A list is shown as a list, also the list of absent alone, which differs from
// absent (semantics.md A45, T33).
func TestTextOfLists(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "widget", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "color", Kind: ral.Property, MatchAll: true},
	}})
	r, diags := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil).Build(t.Context(), ral.Decl{Type: "widget", Title: "x"})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	gone, colors := value.ListOf(value.Absent()), value.Strs("red", "blue")
	for _, c := range []struct {
		is, should         value.Value
		shown, wanted, did string
	}{
		{value.Absent(), gone, "'absent'", "['absent']", "defined 'color' as ['absent']"},
		{gone, colors, "['absent']", "['red', 'blue']", "color changed ['absent'] to ['red', 'blue']"},
		{colors, gone, "['red', 'blue']", "['absent']", "undefined 'color' from ['red', 'blue']"},
		{colors, value.Absent(), "['red', 'blue']", "'absent'", "undefined 'color' from ['red', 'blue']"},
	} {
		a := r.Type.Attr("color")
		if got := a.TextOfIs(r, c.is); got != c.shown {
			t.Errorf("%s is shown as %s", c.is, got)
		}
		if got := a.TextOfShould(r, c.should); got != c.wanted {
			t.Errorf("%s is wanted as %s", c.should, got)
		}
		if got := a.ChangeText(r, c.is, c.should); got != c.did {
			t.Errorf("%s to %s: %s, want %s", c.is, c.should, got, c.did)
		}
	}
}
