package vectors

import (
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/puppetlog"
)

// Instances runs the cases about listings, the values of instances, and the instance
// that matches a resource.
func Instances(t *testing.T, c Case) map[string]any {
	switch c.When.Op {
	case "instances":
		return listInstances(t, c)
	case "accessors":
		return readInstance(c)
	case "prefetch":
		return matchInstances(t, c)
	case "apply":
		return Transactions(t, c)
	}
	return Transactions(t, c)
}

func engine(t *testing.T, c Case) (*Machine, *onhost.Env, *ral.Type) {
	t.Helper()
	m := NewMachine(&c.Given)
	m.ByEngine = true
	reg := ral.NewRegistry()
	c.Given.Type.Register(reg, m)
	return m, m.Env(reg), reg.Type(c.Given.Type.Type)
}

func listInstances(t *testing.T, c Case) map[string]any {
	_, env, ty := engine(t, c)
	asked, instances := []string{}, []any{}
	var failure error
	for _, p := range env.Sources(t.Context(), ty) {
		asked = append(asked, p.Name)
		env.ListBy(t.Context(), p, func(ev onhost.ListEvent) {
			failure = errors.Join(failure, ev.Err)
			for _, inst := range ev.Found {
				instances = append(instances, map[string]any{
					"title": inst.Name, "name": inst.Name, "provider": p.Name, "hash": hashOf(inst),
				})
			}
		})
	}
	got := map[string]any{
		"providers_asked": asked, "instances": instances, "logs": logsOf(puppetlog.Elected(env.Elect(t.Context(), ty))),
	}
	if text := puppetlog.Unlisted(ty, env.Readers(t.Context(), ty)); text != "" {
		got["error"] = failed(text)["error"]
	} else if failure != nil {
		got["error"] = failed(puppetlog.ListingFailed(failure))["error"]
	}
	return got
}

// hashOf returns an instance in the form of Puppet's property hash.
func hashOf(inst *ral.Instance) map[string]any {
	m := map[string]any{"name": tag("string", inst.Name)}
	for i, a := range inst.Type.Properties() {
		if v := inst.At(i); !v.IsNil() {
			m[a.Name] = encode(v)
		}
	}
	return m
}

func readInstance(c Case) map[string]any {
	m := NewMachine(&c.Given)
	reg := ral.NewRegistry()
	c.Given.Type.Register(reg, m)
	ty := reg.Type(c.Given.Type.Type)
	name, _ := c.When.Hash.Get("name")
	inst := ral.NewInstance(ty, name.Text())
	for _, ps := range []Params{c.When.Hash, c.When.Set} {
		for _, p := range ps {
			if a := ty.Attr(p.Name); a != nil && a.Kind == ral.Property {
				inst.Set(p.Name, p.Value.Value)
			}
		}
	}
	read := map[string]any{"name": tag("string", inst.Name), "force": tag("symbol", "absent")}
	for _, a := range ty.Properties() {
		read[a.Name] = encode(inst.Get(a.Name))
	}
	return map[string]any{"read": read, "hash_after": hashOf(inst), "name": inst.Name}
}

func matchInstances(t *testing.T, c Case) map[string]any {
	m, env, ty := engine(t, c)
	run := onhost.NewRun(env, env.Reader())
	providers := map[string]any{}
	for _, d := range c.Given.Catalog {
		r, bad := build(t, env, d.Decl())
		if bad != nil {
			return bad
		}
		inst, err := run.Retrieve(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		hash := map[string]any{}
		if inst.Present() {
			hash = hashOf(inst)
		}
		providers[r.Ref()] = map[string]any{"provider": r.Provider.Name, "hash": hash, "resource_linked": true}
	}
	return map[string]any{
		"providers": providers, "calls": m.Calls(), "logs": logsOf(puppetlog.Elected(env.Elect(t.Context(), ty))),
	}
}
