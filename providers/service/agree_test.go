package service

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// TestListAgreesBooted checks that every service of a booted Debian has the
// same state in the list and when read alone.
func TestListAgreesBooted(t *testing.T) {
	if real.InsideBooted(t, nil) {
		listAgrees(t, "systemd", debian12)
	}
}

// TestListAgreesScripts checks the same for the scripts of a Debian without
// systemd, including procps, whose status prints nothing.
func TestListAgreesScripts(t *testing.T) {
	if real.Inside(t, nil) {
		got := listAgrees(t, "debian", debian12)
		if got["procps"] != "running true" {
			t.Errorf("procps is %s", got["procps"])
		}
	}
}

func listAgrees(t *testing.T, provider string, known facts) map[string]string {
	t.Helper()
	rd := local.Machine().Reader()
	env := onhost.NewEnv(raltest.Registry(t, Register), rd, known)
	typ := env.Registry.Type("service")
	of := func(inst *ral.Instance) string { return inst.Get("ensure").Text() + " " + inst.Get("enable").Text() }
	listed := make(map[string]string)
	env.List(t.Context(), typ, func(ev onhost.ListEvent) {
		if ev.Provider.Name != provider {
			t.Errorf("%s lists too: %v", ev.Provider.Name, ev.Err)
		}
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		for _, inst := range ev.Found {
			listed[inst.Name] = of(inst)
		}
	})
	alone := make(map[string]string)
	for name := range listed {
		r, diags := env.Build(t.Context(), ral.Decl{Type: "service", Title: name, Provider: provider})
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		inst, err := onhost.NewRun(env, rd).Retrieve(t.Context(), r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		alone[name] = of(inst)
	}
	if d := cmp.Diff(alone, listed); d != "" || len(listed) < 3 {
		t.Errorf("%d services; alone, and in the list:\n%s", len(listed), d)
	}
	t.Logf("%d services are the same", len(listed))
	return listed
}
