package notify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func TestMessages(t *testing.T) {
	attr := func(name, text string) ral.Attr { return ral.Attr{Name: name, Value: value.Str(text)} }
	secret := ral.Attr{Name: "message", Value: value.Secret(value.Str("pw"))}
	for _, c := range []struct {
		name  string
		attrs []ral.Attr
		noop  bool
		want  []puppetlog.Line
	}{
		{"the name", nil, false, []puppetlog.Line{
			{Level: "notice", Source: "Puppet", Message: "x"},
			{Level: "notice", Source: "/Notify[x]/message", Message: "defined 'message' as 'x'"},
		}},
		{"with its path", []ral.Attr{attr("message", "hi"), attr("withpath", "true")}, false, []puppetlog.Line{
			{Level: "notice", Source: "/Notify[x]/message", Message: "hi"},
			{Level: "notice", Source: "/Notify[x]/message", Message: "defined 'message' as 'hi'"},
		}},
		{"at a level", []ral.Attr{attr("loglevel", "warning")}, false, []puppetlog.Line{
			{Level: "warning", Source: "Puppet", Message: "x"},
			{Level: "warning", Source: "/Notify[x]/message", Message: "defined 'message' as 'x'"},
		}},
		{"a secret", []ral.Attr{secret}, false, []puppetlog.Line{
			{Level: "notice", Source: "Puppet", Message: "Sensitive [value redacted]"},
			{Level: "notice", Source: "/Notify[x]/message", Message: "changed [redacted] to [redacted]"},
		}},
		{"only looked at", nil, true, []puppetlog.Line{
			{Level: "notice", Source: "/Notify[x]/message", Message: "current_value 'absent', should be 'x' (noop)"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log puppetlog.Log
			decls := []ral.Decl{{Type: "notify", Title: "x", Attrs: c.attrs}}
			fake := fakehost.New(nil)
			_, err := transaction.Run(t.Context(), env(t, fake), decls, fake.Writer(), transaction.Options{Noop: c.noop, Emit: log.Take})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, log.Lines); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A message is planned each time, without acts; a reported message counts as
// done although it cannot be read.
func TestToldEachTime(t *testing.T) {
	fake := fakehost.New(nil)
	for range 2 {
		plan, err := transaction.NewPlan(t.Context(), env(t, fake), []ral.Decl{{Type: "notify", Title: "x"}})
		if err != nil {
			t.Fatal(err)
		}
		s := plan.Steps[0]
		if s.Status != transaction.Planned || s.Certainty() != ral.Computed || len(s.Acts()) > 0 {
			t.Errorf("planned %v, %v, with %v", s.Status, s.Certainty(), s.Acts())
		}
		rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Steps[0].Status != transaction.Changed || rep.Changes() != 1 {
			t.Errorf("%v: %s", rep.Steps[0].Status, rep.Summary())
		}
	}
}

func env(t *testing.T, fake *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, fake.Reader(), nil)
}
