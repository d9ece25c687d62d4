package vectors

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest/puppetlog"
)

// Written runs the cases about resources as text: a declaration, YAML, JSON, and the
// output of the command that lists resources.
func Written(t *testing.T, c Case) map[string]any {
	if c.When.Op == "resource_tool" {
		return resourceTool(t, c)
	}
	g := c.Given.Resource
	r := manifest.Resource{Type: strings.ToLower(g.Type), Title: g.Title, Attrs: g.Params.Attrs()}
	original := manifest.Resource{Type: g.Type, Title: g.Title, Attrs: g.Params.Attrs()}
	got := map[string]any{
		"manifest": strings.TrimSuffix(manifest.Puppet(r), "\n"), "hierayaml": puppetlog.HieraYAML(r),
		"data": puppetlog.Data(original, c.Given.Type.Full), "ref": ral.Capitalise(g.Type) + "[" + g.Title + "]",
	}
	hash, err := manifest.TitlesYAML(r)
	if err != nil {
		t.Fatal(err)
	}
	got["hiera_hash_yaml"] = hash
	if !c.Given.Type.Full {
		return got
	}
	_, _, ty := engine(t, c)
	inst := ral.NewInstance(ty, g.Title)
	for _, p := range g.Params {
		if a := ty.Attr(p.Name); a != nil && a.Kind == ral.Property {
			inst.Set(p.Name, p.Value.Value)
		}
	}
	got["pruned_manifest"] = strings.TrimSuffix(manifest.Puppet(manifest.FromInstance(inst, false)), "\n")
	return got
}
