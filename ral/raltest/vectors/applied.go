package vectors

import (
	"testing"

	"ralsh/ral/value"
)

// applied applies one resource, with an in-memory provider whose state the case
// gives.
func applied(t *testing.T, c Case) map[string]any {
	ty := c.Given.Type.TypeDef
	params := c.When.Params
	if !c.Given.Type.Full {
		ty = one("widget", c.Given.Attributes...)
		memory := &MemoryDef{Style: "direct", NoEnsure: true}
		for _, a := range c.Given.Attributes {
			memory.NoEnsure = memory.NoEnsure && a.Name != "ensure"
		}
		ty.Providers = []ProviderDef{{Name: "mem", Memory: memory}}
		params = c.Given.secret(c.Given.Params)
		if c.Given.Current != nil {
			c.Given.Store = map[string]map[string]Params{"mem": {"x": c.Given.Current}}
		}
	}
	c.Given.Types = []TypeDef{ty}
	c.Given.Catalog = []DeclDef{{Type: ty.Type, Title: "x", Params: params}}
	got := Transactions(t, c)
	for _, status := range got["statuses"].(map[string]any) {
		got["status"] = status
	}
	if _, whole := c.Then["statuses"]; !whole {
		for _, e := range got["events"].([]any) {
			delete(e.(map[string]any), "resource")
		}
	}
	return got
}

// secret wraps the values that the case declares sensitive.
func (g *Given) secret(params Params) Params {
	var out Params
	for _, p := range params {
		for _, name := range g.Sensitive {
			if p.Name == name {
				p.Value.Value = value.Secret(p.Value.Value)
			}
		}
		out = append(out, p)
	}
	return out
}
