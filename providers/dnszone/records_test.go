package dnszone

import (
	"strings"
	"testing"

	"ralsh/providers/dnsrr"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// A zone and its records are created in one run: the plan shows that the
// records wait for the zone.
func TestZoneWithItsRecords(t *testing.T) {
	both := func(reg *ral.Registry) {
		Register(reg)
		dnsrr.Register(reg)
	}
	records := []ral.Decl{
		raltest.Decl("dnsrr", "www.example.net/A", "ensure", "present", "values", "192.0.2.1"),
		raltest.Decl("dnsrr", "mail.example.net/A", "ensure", "present", "values", "192.0.2.2"),
	}
	zone := decl("example.net", "ensure", "present", "nameservers", "ns1.example.net")
	for name, start := range map[string]func(t *testing.T) host.Host{
		"fake": func(*testing.T) host.Host { return powerdns("example.com.").Host },
		"real": func(t *testing.T) host.Host {
			return dnstest.Account(t, "powerdns", dnstest.ByAPI(real.PowerDNS(t)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t)
			env := raltest.Env(t, both, h.Reader(), nil)
			alone, err := transaction.NewPlan(t.Context(), env, records[:1])
			if err != nil || alone.Steps[0].Err == nil || !strings.Contains(alone.Steps[0].Err.Error(), "has a zone for www.example.net") {
				t.Fatalf("without the zone: %v, %v", err, alone.Steps[0].Err)
			}
			all := append([]ral.Decl{zone}, records...)
			plan, err := transaction.NewPlan(t.Context(), env, all)
			if err != nil || plan.ChangeCount() != len(all) {
				t.Fatalf("plan: %v, %d changes", err, plan.ChangeCount())
			}
			for _, s := range plan.Steps[1:] {
				if s.Err != nil {
					t.Fatalf("%s: %v", s.Ref(), s.Err)
				}
				if c := s.Changes[0]; c.Certainty != ral.UnknownUntil || c.Until != 1 {
					t.Errorf("%s is %s, until %d", s.Ref(), c.Certainty, c.Until)
				}
			}
			rep, err := transaction.Run(t.Context(), env, all, h.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, rep.Summary())
			}
			again, err := transaction.NewPlan(t.Context(), raltest.Env(t, both, h.Reader(), nil), all)
			if err != nil || again.ChangeCount() != 0 {
				t.Errorf("a second plan: %v, %d changes", err, again.ChangeCount())
			}
		})
	}
}
