package vectors

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// resourceTool simulates puppet resource with these arguments, using the same
// functions of ral.
func resourceTool(t *testing.T, c Case) map[string]any {
	m, env, _ := engine(t, c)
	got := map[string]any{"stdout": "", "logs": []any{}}
	args := slices.DeleteFunc(slices.Clone(c.When.Args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if len(args) == 0 {
		return with(t, got, m, failed("You must specify the type to display"))
	}
	d := ral.Decl{Type: args[0], Title: "-"}
	if len(args) > 1 {
		d.Title = args[1]
	}
	for _, arg := range args[min(2, len(args)):] {
		name, text, _ := strings.Cut(arg, "=")
		d.Attrs = append(d.Attrs, ral.Attr{Name: name, Value: value.Str(text)})
	}
	if _, diags := env.Build(t.Context(), d); diags.Err() != nil {
		return with(t, got, m, failed(puppetlog.Raised(diags)))
	}
	ty := env.Registry.Type(d.Type)
	if text := puppetlog.Unlisted(ty, env.Readers(t.Context(), ty)); text != "" {
		return with(t, got, m, failed(text))
	}
	var log puppetlog.Log
	opt := c.When.options()
	opt.Emit = log.Take
	if len(d.Attrs) > 0 {
		if _, err := transaction.Run(t.Context(), env, []ral.Decl{d}, m.Fake.Writer(), opt); err != nil {
			t.Fatal(err)
		}
	}
	ran := len(m.Calls())
	var found []*ral.Instance
	var err error
	if len(args) > 1 {
		for _, seen := range env.Find(t.Context(), ty, d.Title) {
			found, err = append(found, seen.Found), errors.Join(err, seen.Err)
		}
	} else {
		env.List(t.Context(), ty, func(ev onhost.ListEvent) {
			found, err = append(found, ev.Found...), errors.Join(err, ev.Err)
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, inst := range found {
		only(inst, d)
	}
	got["stdout"] = printed(t, found, slices.Contains(c.When.Args, "--to_yaml"))
	got["logs"] = logsOf(append(puppetlog.Elected(env.Elect(t.Context(), ty)), log.Lines...))
	with(t, got, m, nil)
	if len(d.Attrs) > 0 {
		got["calls"] = m.Calls()[:ran]
	}
	return got
}

// only removes the properties that were neither declared nor ensure, because Puppet
// prints only those after a change (semantics.md Z5).
func only(inst *ral.Instance, d ral.Decl) {
	for _, a := range inst.Type.Properties() {
		if _, set := d.Get(a.Name); len(d.Attrs) > 0 && !set && a.Name != "ensure" {
			inst.Set(a.Name, value.Absent())
		}
	}
}

func printed(t *testing.T, found []*ral.Instance, yaml bool) string {
	slices.SortFunc(found, func(a, b *ral.Instance) int { return strings.Compare(a.Name, b.Name) })
	var list []manifest.Resource
	for _, inst := range found {
		list = append(list, manifest.FromInstance(inst, false))
	}
	if !yaml {
		return manifest.Puppet(list...)
	}
	text, err := manifest.YAML(list...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// with adds the recorded calls and the state of the machine.
func with(t *testing.T, got map[string]any, m *Machine, more map[string]any) map[string]any {
	t.Helper()
	got["calls"] = append([]Call{}, m.Calls()...)
	got["store"] = stores(m.Store(t.Context()))
	for k, v := range more {
		got[k] = v
	}
	return got
}

// stores returns a store in the form of the vectors.
func stores(all map[string]map[string]Params) map[string]any {
	out := map[string]any{}
	for provider, names := range all {
		own := map[string]any{}
		for name, props := range names {
			one := map[string]any{}
			for _, p := range props {
				one[p.Name] = p.Value
			}
			own[name] = one
		}
		out[provider] = own
	}
	return out
}
