package service

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// A plan without checks does not run a status command, and reports that.
func TestStatusIsNotAsked(t *testing.T) {
	fake := fakehost.New(map[string]string{"/proc/": ""})
	fake.Command("/bin/kill", "/opt/status", "/opt/start")
	fake.Handle("status", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{Exit: 3} })
	reg := ral.NewRegistry()
	Register(reg)
	attr := func(name, text string) ral.Attr { return ral.Attr{Name: name, Value: value.Str(text)} }
	d := ral.Decl{Type: "service", Title: "x", Provider: "base", Attrs: []ral.Attr{
		attr("ensure", "running"), attr("status", "/opt/status"), attr("start", "/opt/start"),
	}}
	for _, without := range []bool{false, true} {
		before := len(fake.Ran())
		plan, err := transaction.NewPlanWith(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{d}, transaction.Options{NoChecks: without})
		if err != nil {
			t.Fatal(err)
		}
		c := plan.Steps[0].Changes[0]
		if without && (c.IsText != "not known: the status command was not run: checks are skipped" || len(fake.Ran()) > before) ||
			!without && (c.Status != transaction.Planned || len(fake.Ran()) == before) {
			t.Errorf("without checks %v: %+v; ran %v", without, c, fake.Ran())
		}
	}
}
