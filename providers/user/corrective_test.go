package user_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/earlier"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// A change is corrective only if another program changed the property before. A group
// wanted by name, an account that was removed and created again, and a list that
// counts as a whole are changes by ralsh itself.
func TestCorrective(t *testing.T) {
	a, l := raltest.A, raltest.L
	shell := func(to string) func(*fakehost.Host) {
		return func(f *fakehost.Host) {
			cmd := host.Command{Name: "usermod", Args: []string{"-s", to, "deploy"}}
			if err := f.Writer().Run(t.Context(), cmd); err != nil {
				t.Fatal(err)
			}
		}
	}
	f := accountstest.New(accountstest.Files())
	persistence := &earlier.Persistence{}
	for _, run := range []struct {
		others func(*fakehost.Host) // change by another program
		attrs  []ral.Attr
		want   []string // properties that change; ! marks a corrective change
	}{
		{nil, []ral.Attr{a("gid", "users")}, []string{"gid"}},
		{nil, []ral.Attr{a("gid", "users")}, nil},
		{nil, []ral.Attr{a("gid", "sudo")}, []string{"gid"}},
		{nil, []ral.Attr{l("groups", "users")}, []string{"groups"}},
		{nil, []ral.Attr{l("groups", "users"), a("membership", "inclusive")}, []string{"groups"}},
		{nil, []ral.Attr{a("shell", "/bin/bash")}, []string{"shell"}},
		{shell("/bin/sh"), []ral.Attr{a("shell", "/bin/bash")}, []string{"shell!"}},
		{nil, []ral.Attr{a("ensure", "absent")}, []string{"ensure"}},
		{nil, []ral.Attr{a("ensure", "present")}, []string{"ensure"}},
		{nil, []ral.Attr{a("shell", "/bin/bash")}, []string{"shell"}},
		{shell("/bin/sh"), []ral.Attr{a("shell", "/bin/bash")}, []string{"shell!"}},
	} {
		if run.others != nil {
			run.others(f)
		}
		opt := transaction.Options{Persistence: persistence, Corrective: true}
		plan, err := transaction.NewPlanWith(t.Context(), newEnv(t, f), []ral.Decl{{Type: "user", Title: "deploy", Attrs: run.attrs}}, opt)
		if err != nil {
			t.Fatal(err)
		}
		predicted := changed(plan.Steps[0])
		rep, err := plan.Apply(t.Context(), f.Writer(), opt)
		if err != nil || !rep.OK() {
			t.Fatalf("%v: %v, %s", run.attrs, err, rep.Summary())
		}
		if got := changed(rep.Steps[0]); !slices.Equal(got, run.want) || !slices.Equal(predicted, run.want) {
			t.Errorf("%v: %s planned %v", run.attrs, cmp.Diff(run.want, got), predicted)
		}
	}
}

func changed(s *transaction.Step) (list []string) {
	for _, c := range s.Changes {
		if c.Corrective {
			list = append(list, c.Attr.Name+"!")
		} else {
			list = append(list, c.Attr.Name)
		}
	}
	return list
}
