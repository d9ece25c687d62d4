package vectors

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/puppetlog"
)

// resourceTool does what the command resource does with these arguments, by the
// functions that it uses.
func resourceTool(t *testing.T, c Case) map[string]any {
	m, env, _ := engine(t, c)
	got := map[string]any{"stdout": "", "logs": []any{}}
	ty := env.Registry.Type(c.When.Args[0])
	if ty == nil {
		return with(got, m, failed("Could not find type "+c.When.Args[0]))
	}
	var found []*ral.Found
	var err error
	if len(c.When.Args) > 1 && !strings.HasPrefix(c.When.Args[1], "-") {
		for _, seen := range env.Find(t.Context(), ty, c.When.Args[1]) {
			found, err = append(found, seen.Found), errors.Join(err, seen.Err)
		}
	} else {
		env.List(t.Context(), ty, func(ev ral.ListEvent) {
			found, err = append(found, ev.Found...), errors.Join(err, ev.Err)
		})
	}
	if err != nil {
		return with(got, m, failed(err.Error()))
	}
	got["stdout"] = printed(t, found, slices.Contains(c.When.Args, "--to_yaml"))
	got["logs"] = logsOf(puppetlog.Elected(env.Elect(t.Context(), ty)))
	return with(got, m, nil)
}

func printed(t *testing.T, found []*ral.Found, yaml bool) string {
	slices.SortFunc(found, func(a, b *ral.Found) int { return strings.Compare(a.Name, b.Name) })
	var list []manifest.Resource
	for _, f := range found {
		list = append(list, manifest.Of(f, false))
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

func with(got map[string]any, m *Machine, more map[string]any) map[string]any {
	got["calls"] = append([]Call{}, m.Calls()...)
	for k, v := range more {
		got[k] = v
	}
	return got
}
