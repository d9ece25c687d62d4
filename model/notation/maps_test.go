package notation_test

import (
	"testing"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/value"
)

// A typed map is read in Puppet's syntax and in JSON, and what is offered to be edited
// is read as the same value again.
func TestTypedMaps(t *testing.T) {
	pair := func(k string, v value.Value) value.Pair { return value.Pair{Key: value.Str(k), Value: v} }
	one := value.MapOf(pair("a", value.Int(1)), pair("b", value.Strs("x", "y")))
	plain, list := &ral.Attribute{Name: "m", List: ral.List{IsMap: true}}, &ral.Attribute{Name: "l", List: ral.List{IsMap: true}, IsList: true}
	for _, c := range []struct {
		a    *ral.Attribute
		text string
		want value.Value
	}{
		{plain, `{"a": 1, "b": ["x", "y"]}`, one},
		{plain, ` {'a' => 1, b => ['x', 'y'],} `, one},
		{plain, "{}", value.MapOf()},
		{plain, `{'a' => {"b" => {}}}`, value.MapOf(pair("a", value.MapOf(pair("b", value.MapOf()))))},
		{plain, "{'a'", value.Str("{'a'")},
		{plain, "{'a' => $b}", value.Str("{'a' => $b}")},
		{plain, "text", value.Str("text")},
		{list, "[{'a' => 1, 'b' => ['x', 'y']}, '-q']", value.ListOf(one, value.Str("-q"))},
		{list, "-q,-v", value.Strs("-q", "-v")},
		{list, "[-q, -v]", value.Strs("-q", "-v")},
		{&ral.Attribute{Name: "content"}, `{"a": 1}`, value.Str(`{"a": 1}`)},
		{&ral.Attribute{Name: "lines", IsList: true}, `{"a"},b`, value.Strs(`{"a"}`, "b")},
	} {
		got := notation.Parse(c.a, c.text)
		if got.Inspect() != c.want.Inspect() {
			t.Errorf("%s is %s, want %s", c.text, got.Inspect(), c.want.Inspect())
		}
		if again := notation.Parse(c.a, notation.Typed(c.a, got)); again.Inspect() != got.Inspect() {
			t.Errorf("%s is offered as %s, which is %s", got.Inspect(), notation.Typed(c.a, got), again.Inspect())
		}
	}
}

// TestTypedSecret holds that a secret is not offered for editing.
func TestTypedSecret(t *testing.T) {
	a := &ral.Attribute{Name: "password", Sensitive: true}
	if text := notation.Typed(a, value.Str("$y$hunter2")); text != "" {
		t.Errorf("a secret is edited as %q", text)
	}
}
