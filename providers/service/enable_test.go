package service

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func planned(t *testing.T, f *fakehost.Host, provider, name, ensure, enable string) *transaction.Plan {
	t.Helper()
	plan, err := transaction.NewPlan(t.Context(), on(t, f, debian12).env, []ral.Decl{{
		Type: "service", Title: name, Provider: provider, Attrs: []ral.Attr{
			{Name: "ensure", Value: value.Str(ensure)}, {Name: "enable", Value: value.Str(enable)},
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// If ensure and enable both change, a plan shows both, an apply makes both, and
// both are verified.
func TestEnsureBringsEnableAlong(t *testing.T) {
	up := sysv()
	up.Put("/run/cron", "", 0o644)
	cases := map[string]struct {
		f                              *fakehost.Host
		provider, name, ensure, enable string
		text, event, is                string
		want                           []string
	}{
		"systemd starts": {
			booted(true), "systemd", "off", "running", "true",
			"enable changed 'false' to 'true'", "service_enabled", "'false'",
			[]string{"systemctl start -- off", "systemctl enable -- off"},
		},
		"systemd stops": {
			booted(true), "systemd", "cron", "stopped", "mask",
			"enable changed 'true' to 'mask'", "service_masked", "'true'",
			[]string{"systemctl stop -- cron", "systemctl disable -- cron", "systemctl mask -- cron"},
		},
		"systemd unmasks": {
			booted(true), "systemd", "masked", "running", "true",
			"enable changed 'mask' to 'true'", "service_enabled", "'mask'",
			[]string{"systemctl unmask -- masked", "systemctl start -- masked", "systemctl enable -- masked"},
		},
		"debian": {
			up, "debian", "cron", "stopped", "false",
			"enable changed 'true' to 'false'", "service_disabled", "'true'",
			[]string{"/usr/sbin/service cron stop", "/usr/sbin/update-rc.d cron disable"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			plan := planned(t, c.f, c.provider, c.name, c.ensure, c.enable)
			s := plan.Steps[0]
			if len(s.Changes) != 2 {
				t.Fatalf("the plan has %d changes: %+v", len(s.Changes), s.Changes)
			}
			part := s.Changes[1]
			got := []string{part.Attr.Name, part.Text, part.Event, part.IsText, part.Status.String()}
			if d := cmp.Diff([]string{"enable", c.text, c.event, c.is, "planned"}, got); d != "" || !part.Part {
				t.Errorf("part %v: %s", part.Part, d)
			}
			var acts []string
			for _, act := range s.Acts() {
				acts = append(acts, strings.TrimPrefix(strings.TrimPrefix(act.String(), "$ "), "/usr/bin/"))
			}
			if d := cmp.Diff(c.want, acts); d != "" {
				t.Error(d)
			}
			rep, err := plan.Apply(t.Context(), c.f.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatalf("%+v, %v", rep.Steps[0], err)
			}
			if d := cmp.Diff(c.want, here{t: t, f: c.f}.changed(0)); d != "" {
				t.Error(d)
			}
			if part := rep.Steps[0].Changes[1]; part.Status != transaction.Changed || part.Now.Text() != c.enable {
				t.Errorf("enable is %s, %s", part.Now, part.Status)
			}
		})
	}
}

func TestEnableThatHoldsIsNoPart(t *testing.T) {
	if s := planned(t, booted(true), "systemd", "cron", "stopped", "true").Steps[0]; len(s.Changes) != 1 {
		t.Errorf("%+v", s.Changes)
	}
}

// A tool that succeeds without changing enable is detected.
func TestEnableThatDidNotTake(t *testing.T) {
	f := sysv()
	f.Handle("update-rc.d", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
	plan := planned(t, f, "debian", "cron", "running", "false")
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil || rep.Steps[0].Status != transaction.DidNotTake || rep.Steps[0].Changes[1].Status != transaction.DidNotTake {
		t.Errorf("%+v, %v", rep.Steps[0], err)
	}
}
