package star_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

// The whole list of a list property is compared, unless array_matching says otherwise,
// and a map is no text.
func TestListsAndMaps(t *testing.T) {
	env := environment(t, `
newtype("widget", attrs = [param("name", namevar = True), prop("all", is_list = True), prop("any", is_list = True, array_matching = "first"),
    prop("map", is_map = True), prop("maps", is_map = True, is_list = True), prop("free", is_map = True, validate = lambda value: None), param("p", is_list = True)])
provider("p", type = "widget", set = lambda self, name, value: None, retrieve = lambda self: {})
`, fakehost.New(nil).Reader())
	typ := env.Registry.Type("widget")
	for name, all := range map[string]bool{"all": true, "any": false, "maps": true, "map": false, "p": false} {
		if a := typ.Attr(name); a.MatchAll != all || a.IsList == (name == "map") {
			t.Errorf("%s: all %v, list %v", name, a.MatchAll, a.IsList)
		}
	}
	m := value.MapOf(value.Pair{Key: value.Str("a"), Value: value.Str("b")})
	for _, c := range []struct {
		attr string
		v    value.Value
		want string
	}{
		{"map", m, ""},
		{"map", value.Str("x"), `Widget[n]: map: the value must be a map (example: {'key' => 'value'} or {"key": "value"}), not "x"`},
		{"map", value.Int(5), `Widget[n]: map: the value must be a map (example: {'key' => 'value'} or {"key": "value"}), not 5`},
		{"map", value.Str("{'a'"), `Widget[n]: map: it is not a map: write {'key' => 'value'} or {"key": "value"}`},
		{"maps", value.ListOf(m, value.Str("x")), ""},
		{"free", value.Str("x"), ""},
	} {
		_, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: []ral.Attr{{Name: c.attr, Value: c.v}}})
		got := ""
		if err := diags.Err(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s=%s: %s, want %s", c.attr, c.v.Inspect(), got, c.want)
		}
	}
}
