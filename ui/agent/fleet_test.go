package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// fifty are the names of the hosts.
func fifty() (names []string) {
	for i := range 50 {
		names = append(names, fmt.Sprintf("web%02d", i+1))
	}
	return names
}

// TestFifty has fifty hosts found, looked at, changed and changed back, with faults in the middle
// of changes and orders that are to be refused.
func TestFifty(t *testing.T) {
	real.Full(t)
	began := time.Now()
	s := bootSite(t, fifty()...)
	t.Logf("52 machines booted in %s", time.Since(began).Round(time.Second/10))
	for i, m := range s.machines() {
		real.Write(t, m.Root()+"/etc/facter/facts.d/rack.txt", fmt.Sprintf("rack=%s\n", []string{"north", "south"}[i/20%2]), 0o644)
	}
	began = time.Now()
	s.setUp()
	t.Logf("50 agents set up and connected in %s", time.Since(began).Round(time.Second/10))
	for _, part := range []struct {
		name string
		run  func(*site)
	}{
		{"looks", (*site).looks},
		{"change", (*site).change},
		{"faults", (*site).faults},
		{"server restarts", (*site).serverRestarts},
		{"interrupts", (*site).interrupts},
		{"bad orders", (*site).badOrders},
		{"bad looks", (*site).badLooks},
	} {
		t.Run(part.name, func(t *testing.T) {
			s := *s
			s.T = t
			part.run(&s)
		})
	}
}

// looks looks at all, and at those with a fact.
func (s *site) looks() {
	for _, c := range []struct{ line, want string }{
		{"ralsh --on nats: facts os.release.major", "50 hosts: 12: nats:web[01-50]\n"},
		{"ralsh --on nats:rack=south facts rack", "20 hosts: south: nats:web[21-40]\n"},
		{"ralsh --on 'nats:rack=north and not web0*' facts rack", "21 hosts: north: nats:web[10-20,41-50]\n"},
		{"ralsh --on 'nats:web[01-03]' facts rack", "3 hosts: north: nats:web[01-03]\n"},
		{"ralsh --on nats: resource user root", "50 hosts: nats:web[01-50]\n  user { 'root':\n"},
		{"ralsh --on nats:web01+sudo resource file /etc/shadow", "1 host: nats:web01+sudo\n  file { '/etc/shadow':\n"},
	} {
		began := time.Now()
		out, exit := s.alice(c.line)
		s.Logf("%s: %s", c.line, time.Since(began).Round(time.Millisecond))
		if exit != 0 || !strings.HasPrefix(out, c.want) {
			s.Errorf("%s: status %d\n%s", c.line, exit, out)
		}
	}
	if out := s.runs(s.hosts["web01"], "ralsh-agent", "orders"); !strings.Contains(out, "resource file /etc/shadow") {
		s.Errorf("the look as root is no order: %s", out)
	}
	if out := s.runs(s.hosts["web02"], "ralsh-agent", "orders"); strings.Count(out, "\n") != 1 {
		s.Errorf("the looks of web02 are orders: %s", out)
	}
}

// change plans and applies a document at all hosts, and undoes it.
func (s *site) change() {
	real.Write(s, s.desk.Root()+"/home/alice/site.pp", `
		user { 'deploy': ensure => present, home => '/srv/deploy' }
		file { '/srv/motd': ensure => file, content => "ralsh\n", mode => '0640', require => User['deploy'] }
	`, 0o644)
	const apply = "ralsh --on nats: %s apply - %s <site.pp"
	out := s.must(fmt.Sprintf(apply, "", "--noop"))
	if !strings.HasPrefix(out, "50 hosts: this plan: nats:web[01-50]\n") || strings.Count(out, "  digest ") != 1 {
		s.Errorf("the plan is\n%s", out)
	}
	if _, err := os.Lstat(s.hosts["web50"].Root() + "/srv/motd"); err == nil {
		s.Error("the plan has changed something")
	}
	began := time.Now()
	out = s.must(fmt.Sprintf(apply, "--yes", ""))
	s.Logf("a user and a file at 50 hosts, in batches: %s", time.Since(began).Round(time.Second/10))
	if !strings.Contains(out, "\n50 hosts: changed, 2 changes: nats:web[01-50]\n") {
		s.Errorf("the change printed\n%s", out)
	}
	for name, m := range s.hosts {
		data, err := os.ReadFile(m.Root() + "/srv/motd")
		passwd, _ := os.ReadFile(m.Root() + "/etc/passwd")
		if string(data) != "ralsh\n" || !strings.Contains(string(passwd), "\ndeploy:") {
			s.Errorf("%s was not changed: %q, %v", name, data, err)
		}
	}
	if out = s.must(fmt.Sprintf(apply, "--yes", "")); !strings.HasPrefix(out, "50 hosts: no changes are needed: nats:web[01-50]\n") {
		s.Errorf("the second run printed\n%s", out)
	}
	began = time.Now()
	out = s.must("ralsh --on @last --yes undo")
	s.Logf("undo at 50 hosts: %s", time.Since(began).Round(time.Second/10))
	if !strings.Contains(out, "\n50 hosts: changed, 2 changes: nats:web[01-50]\n") {
		s.Errorf("the undo printed\n%s", out)
	}
	for name, m := range s.hosts {
		passwd, _ := os.ReadFile(m.Root() + "/etc/passwd")
		if _, err := os.Lstat(m.Root() + "/srv/motd"); err == nil || strings.Contains(string(passwd), "\ndeploy:") {
			s.Errorf("%s was not undone", name)
		}
	}
	s.journal(s.hosts["web50"])
}

// orderRecord is what is used of a record of ralsh-agent orders.
type orderRecord struct {
	Outcome, Principal, Operator, Plan, Reason string
	Signed                                     bool
	Args                                       []string
	Exit                                       *int
}

// orders returns what a host says of orders.
func (s *site) orders(m *real.Machine) []orderRecord {
	s.Helper()
	var doc struct{ Orders []orderRecord }
	if err := json.Unmarshal([]byte(s.runs(m, "ralsh-agent", "orders", "-o", "json")), &doc); err != nil {
		s.Fatal(err)
	}
	return doc.Orders
}

// journal looks at what a host has noted of the changes: who and what.
func (s *site) journal(m *real.Machine) {
	var plans, applied int
	for _, o := range s.orders(m) {
		if o.Principal != "alice" || !o.Signed || o.Operator != "alice" || o.Outcome == "refused" {
			s.Errorf("a record is %+v", o)
		}
		switch {
		case o.Outcome != "begun":
		case o.Plan == "":
			plans++
		default:
			applied++
		}
	}
	if plans != 4 || applied != 2 {
		s.Errorf("%d plans and %d changes were ordered", plans, applied)
	}
	s.Log("\n" + s.runs(m, "ralsh-agent", "orders") + s.runs(m, "ralsh", "history"))
	if out := s.runs(m, "ralsh", "history"); strings.Count(out, "alice as root") != 2 {
		s.Errorf("the history is\n%s", out)
	}
}
