package vectors

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/puppetlog"
)

// Confines runs the cases about the suitability of a provider and its reasons.
func Confines(t *testing.T, c Case) map[string]any {
	m, env, _ := registered(t, c, TypeDef{
		Type: "widget", Attributes: one("widget").Attributes, Providers: []ProviderDef{*c.Given.Provider},
	})
	ty := env.Registry.Type("widget")
	s := env.Explain(t.Context(), ty.Providers()[0])
	messages := []string{}
	for _, l := range puppetlog.Unsuitable(s) {
		messages = append(messages, OutOfScratch(l.Message))
	}
	got := map[string]any{
		"suitable": tag("boolean", s.Suitable()), "messages": messages, "summary": outOfScratch(puppetlog.Summary(s)),
	}
	m.AddFiles(c.When.ThenCreate)
	for name, there := range c.When.ThenFeatures {
		m.setFeature(name, there)
	}
	env.Invalidate()
	got["second"] = tag("boolean", env.Explain(t.Context(), ty.Providers()[0]).Suitable())
	got["suitable_providers"] = suitable(t, env, ty)
	return got
}

// outOfScratch returns a summary with <TMP> instead of the scratch directory.
func outOfScratch(summary map[string]any) map[string]any {
	if paths, ok := summary["exists"].([]string); ok {
		for i := range paths {
			paths[i] = OutOfScratch(paths[i])
		}
	}
	return summary
}

func suitable(t *testing.T, env *onhost.Env, ty *ral.Type) []string {
	names := []string{}
	for _, p := range ty.Providers() {
		if env.Explain(t.Context(), p).Suitable() {
			names = append(names, p.Name)
		}
	}
	return names
}

// Defaults runs the cases about the default provider of a type.
func Defaults(t *testing.T, c Case) map[string]any {
	other := one("basetype")
	kid := ProviderDef{Name: "kid"}
	kid.Parent = &struct{ Name, Type string }{Name: "plain"}
	other.Providers = []ProviderDef{{Name: "plain"}, kid}
	own := one("widget")
	own.Providers = c.Given.Providers
	_, env, _ := registered(t, c, other, own)
	ty := env.Registry.Type("widget")
	el := env.Elect(t.Context(), ty)
	score := map[string]int{}
	for _, candidate := range el.Candidates {
		score[candidate.Provider.Name] = candidate.Score - plainScore
	}
	r, _ := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "x"})
	return map[string]any{
		"default": nameOf(el.Winner), "resource": nameOf(r.Provider), "suitable": suitable(t, env, ty),
		"specificity": score, "logs": logsOf(puppetlog.Elected(el)),
	}
}

// plainScore is the score of a provider without a default clause and without a
// parent.
const plainScore = 4

func nameOf(p *ral.Provider) any {
	if p == nil {
		return nil
	}
	return p.Name
}
