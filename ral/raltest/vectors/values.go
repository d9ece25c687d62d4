package vectors

import (
	"testing"

	"ralsh/ral"
)

// Values runs the cases about literals, aliases, patterns, validate and munge. Each
// assigns one value to one attribute.
func Values(t *testing.T, c Case) map[string]any {
	_, env, _ := registered(t, c, one(c.Given.Type.Type, *c.Given.Attribute))
	name := c.Given.Attribute.Name
	r, bad := build(t, env, ral.Decl{Type: c.Given.Type.Type, Title: "x", Attrs: attr(name, c.When.Assign)})
	if bad != nil {
		return bad
	}
	return map[string]any{"value": encode(r.Shown(name)), "set": r.Has(name)}
}

// Booleans runs the cases about the spellings of booleans, and the predicates of
// boolean parameters.
func Booleans(t *testing.T, c Case) map[string]any {
	_, env, _ := registered(t, c, one(c.Given.Type.Type, *c.Given.Attribute))
	name := c.Given.Attribute.Name
	r, bad := build(t, env, ral.Decl{Type: c.Given.Type.Type, Title: "x", Attrs: attr(name, c.When.Assign)})
	if bad != nil {
		return bad
	}
	got := map[string]any{"value": encode(r.Shown(name)), "has_question": r.Type.Attr(name).Predicate}
	got["question"] = encode(r.Predicate(name))
	return got
}
