package vectors

import (
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/value"
)

// InSync runs the cases about comparisons, and about how values and changes are
// shown.
func InSync(t *testing.T, c Case) map[string]any {
	if c.When.Op == "apply" {
		return applied(t, c)
	}
	_, env, _ := registered(t, c, one("widget", *c.Given.Property))
	name := c.Given.Property.Name
	r, bad := build(t, env, ral.Decl{Type: "widget", Title: "x", Attrs: attr(name, c.When.Should)})
	if bad != nil {
		return bad
	}
	a := r.Type.Attr(name)
	got := map[string]any{}
	err := ral.Guard(func() error {
		switch c.When.Op {
		case "insync":
			got["insync"] = encode(value.Bool(a.InSync(ral.Hook{Ctx: t.Context(), A: a, R: r}, c.When.Is.Value, r.Munged(name))))
		case "change_to_s":
			got["text"] = a.ChangeText(r, c.When.Is.Value, r.Get(name))
		case "display":
			got["is"], got["should"] = a.TextOfIs(r, c.When.Value.Value), a.TextOfShould(r, c.When.Value.Value)
		}
		return nil
	})
	if broke, ok := errors.AsType[*ral.PanicError](err); ok {
		return failed(broke.Value)
	}
	return got
}
