package vectors

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/value"
)

// Attributes runs the cases about defaults, namevars, titles, order, and checks
// across attributes.
func Attributes(t *testing.T, c Case) map[string]any {
	_, env, err := registered(t, c, c.Given.Type.TypeDef)
	if text := puppetlog.Refused(err); text != "" {
		return failed(text)
	}
	ty := env.Registry.Type(c.Given.Type.Type)
	r, bad := build(t, env, ral.Decl{Type: ty.Name, Title: c.When.Title, Attrs: c.When.Params.Attrs()})
	if bad != nil {
		return bad
	}
	name := r.Get("name")
	return map[string]any{
		"title": r.Title, "ref": r.Ref(), "name": encode(name), "values": stored(r), "properties": set(r),
		"uniqueness_key": encode(value.ListOf(r.Key()...)),
		"logs":           logsOf(puppetlog.Elected(env.Elect(t.Context(), ty))),
	}
}

// stored returns the attributes that are set, in order of assignment: first the
// declared ones, then defaults. It omits loglevel, which the recording omits.
func stored(r *ral.Resource) [][]any {
	list := [][]any{}
	for _, defaults := range []bool{false, true} {
		for _, a := range r.Type.Order() {
			if a.Name != "loglevel" && r.Has(a.Name) && r.IsDefault(a.Name) == defaults {
				list = append(list, []any{a.Name, encode(r.Get(a.Name))})
			}
		}
	}
	return list
}

func set(r *ral.Resource) []string {
	list := []string{}
	for _, a := range r.Type.Properties() {
		if r.Has(a.Name) {
			list = append(list, a.Name)
		}
	}
	return list
}

// logsOf returns lines in the form of the vectors.
func logsOf(lines []puppetlog.Line) []any {
	list := []any{}
	for _, l := range lines {
		list = append(list, map[string]any{"level": l.Level, "source": l.Source, "message": l.Message})
	}
	return list
}

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
