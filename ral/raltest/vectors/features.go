package vectors

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest/puppetlog"
)

// Features runs the cases about the features of providers, by declaration or by their
// methods, and the attributes and values that need them.
func Features(t *testing.T, c Case) map[string]any {
	switch c.When.Op {
	case "define":
		_, _, err := registered(t, c, TypeDef{Type: "widget", Features: c.Given.Features.Defined})
		return failed(puppetlog.Refused(err))
	case "docs":
		own := one("widget")
		own.Features, own.Providers = c.Given.Features.Defined, c.Given.Providers
		_, env, _ := registered(t, c, own)
		return map[string]any{"featuredocs": puppetlog.FeatureDocs(env.Registry.Type("widget"))}
	case "query":
		return queryFeatures(t, c)
	case "assign":
		return assignFeatures(t, c)
	case "apply":
		return applied(t, c)
	}
	return nil
}

func queryFeatures(t *testing.T, c Case) map[string]any {
	_, env, _ := registered(t, c, c.Given.Type.TypeDef)
	ty := env.Registry.Type(c.Given.Type.Type)
	p := ty.Provider(c.When.Provider)
	has := map[string]bool{}
	for _, f := range ty.Features {
		has[f.Name] = p.HasFeature(f.Name)
	}
	satisfies := []bool{}
	for _, list := range c.When.Satisfies {
		satisfies = append(satisfies, len(p.Lacks(&ral.Attribute{Features: list})) == 0)
	}
	return map[string]any{
		"features": append([]string{}, p.FeatureNames()...), "feature": has, "class_question": has, "instance_question": has,
		"satisfies": satisfies, "unknown": p.HasFeature("never_heard_of"),
	}
}

func assignFeatures(t *testing.T, c Case) map[string]any {
	_, env, _ := registered(t, c, c.Given.Type.TypeDef)
	ty := env.Registry.Type(c.Given.Type.Type)
	r, diags := env.Build(t.Context(), ral.Decl{Type: ty.Name, Title: "x", Attrs: c.When.Params.Attrs()})
	var lines []puppetlog.Line
	for _, candidate := range env.Elect(t.Context(), ty).Candidates {
		lines = append(lines, puppetlog.Unsuitable(env.Explain(t.Context(), candidate.Provider))...)
	}
	lines = append(lines, puppetlog.Elected(env.Elect(t.Context(), ty))...)
	lines = append(lines, puppetlog.Dropped(r, diags)...)
	got := map[string]any{"logs": logsOf(lines)}
	if text := puppetlog.Raised(diags); text != "" {
		got["error"] = failed(text)["error"]
		return got
	}
	values := map[string]any{}
	for _, pair := range stored(r) {
		values[pair[0].(string)] = pair[1]
	}
	got["values"] = values
	if r.Provider != nil {
		got["provider"] = r.Provider.Name
	}
	return got
}
