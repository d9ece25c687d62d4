package modules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

func rr(title string, words ...string) ral.Decl {
	d := raltest.Decl("dnsrr", title, words...)
	d.Provider = "pdnsutil"
	return d
}

// Several changes of one zone increment the serial once. Removals come first, and a
// failed change does not affect the others.
func TestPdnsutilOneFlush(t *testing.T) {
	f, p := powerdns()
	env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
	decls := []ral.Decl{
		rr("a.example.com/A", "ensure", "present", "values", "192.0.2.1"), rr("www.example.com/CNAME", "ensure", "present", "values", "a.example.com"),
		rr("example.com/MX", "ensure", "absent"), rr("example.com/TXT", "values", "new"),
	}
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil {
		t.Fatal(err)
	}
	var acts []string
	for _, a := range plan.Steps[0].Acts() {
		acts = append(acts, strings.ReplaceAll(strings.TrimPrefix(a.String(), "$ /usr/bin/"), "'", ""))
	}
	want := []string{
		"pdnsutil delete-rrset example.com @ MX",
		"pdnsutil replace-rrset example.com a A 3600 192.0.2.1",
		"pdnsutil replace-rrset example.com www CNAME 3600 a.example.com.",
		`pdnsutil replace-rrset example.com @ TXT 3600 "new"`,
		"pdnsutil increase-serial example.com",
	}
	if diff := cmp.Diff(want, acts); diff != "" {
		t.Fatal(diff)
	}
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, fine := range []bool{true, false, true, true} {
		if got := rep.Steps[i].Status == transaction.Changed; got != fine {
			t.Errorf("%s: %s: %v", rep.Steps[i].Ref(), rep.Steps[i].Status, problems(rep))
		}
	}
	if err := problems(rep); err == nil || !strings.Contains(err.Error(), "which already had existing records") {
		t.Error(err)
	}
	if text := p.zones[0].text(); !strings.Contains(text, "hostmaster.example.com 1 ") || strings.Contains(text, "\tMX\t") {
		t.Error(text)
	}
}

// Records of different zones are not written together.
func TestPdnsutilTwoZones(t *testing.T) {
	f, p := powerdns()
	p.create("create-zone", []string{"example.net"})
	env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
	decls := []ral.Decl{
		rr("a.example.com/A", "ensure", "present", "values", "192.0.2.1"), rr("a.example.net/A", "ensure", "present", "values", "192.0.2.2"),
		rr("b.example.net/A", "ensure", "present", "values", "192.0.2.3"),
	}
	rep, err := transaction.Run(t.Context(), env, decls, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, problems(rep))
	}
	if text := p.zone("example.net").text(); !strings.Contains(text, "hostmaster.example.net 1 ") || strings.Count(text, "\tA\t") != 2 {
		t.Error(text)
	}
}

func problems(rep *transaction.Report) error {
	var all []error
	for _, s := range rep.Steps {
		all = append(all, s.Err)
		for _, c := range s.Changes {
			all = append(all, c.Err)
		}
	}
	return errors.Join(all...)
}

// Changes that the tool cannot make are rejected before anything is done.
func TestPdnsutilRefuses(t *testing.T) {
	zone := func(title string, words ...string) ral.Decl {
		d := raltest.Decl("dnszone", title, words...)
		d.Provider = "pdnsutil"
		return d
	}
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{rr("www.example.net/A", "ensure", "present", "values", "192.0.2.1"), "no zone of PowerDNS on this host contains www.example.net (zones: example.com, second.example.net)"},
		{rr("new.example.com/A", "ensure", "present"), "values are required for new records"},
		{rr("example.com/CNAME", "ensure", "present", "values", "a.example.net"), "example.com is the top of a zone, where a CNAME is not allowed"},
		{rr("example.com/NS", "ensure", "absent"), "the name servers of a zone cannot be removed"},
		{rr("a.second.example.net/A", "ensure", "present", "values", "192.0.2.1"), "second.example.net is a secondary zone: its records come from the primary server"},
		{rr("-v.example.com/A", "ensure", "present", "values", "192.0.2.1"), "the name must not begin with -, because pdnsutil would read it as an option"},
		{rr("www.example.com/A", "account", "main", "ttl", "60"), "pdnsutil does not support accounts"},
		{rr("bad.example.com/A", "ttl", "60"), "the current records cannot be written again: declare values"},
		{zone("new.example.net", "ensure", "present", "kind", "secondary"), "primaries are required to create a secondary zone"},
		{zone("second.example.net", "minimum", "60"), "the SOA of a secondary zone is transferred with it: minimum cannot be set"},
		{zone("example.com", "primaries", "192.0.2.1"), "primaries are only allowed in a secondary zone, and the kind of this zone is native"},
		{zone("example.com", "account", "main"), "pdnsutil does not support accounts"},
	} {
		f, p := powerdns(pdnsRow{"bad", "9", "A", "junk"})
		p.create("create-secondary-zone", []string{"second.example.net", "192.0.2.53"})
		before := p.zones[0].text()
		env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
		rep, err := transaction.Run(t.Context(), env, []ral.Decl{c.d}, f.Writer(), transaction.Options{})
		if rep != nil {
			err = errors.Join(err, problems(rep))
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.d.Title, err, c.want)
		}
		if p.zones[0].text() != before || len(p.zones) != 2 {
			t.Errorf("%s: something was changed", c.d.Title)
		}
	}
}

// A record of a zone that the same run creates is written into that zone, because the
// cached data is read again. The names of a signed zone are put in order.
func TestPdnsutilSees(t *testing.T) {
	f, p := powerdns()
	p.zones[0].signed = true
	env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
	zone := raltest.Decl("dnszone", "new.example.net", "ensure", "present")
	zone.Provider = "pdnsutil"
	decls := []ral.Decl{rr("www.example.com/A", "ttl", "60"), zone, rr("www.new.example.net/A", "ensure", "present", "values", "192.0.2.1")}
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil || plan.Steps[2].Changes[0].Until != 2 {
		t.Fatal(err, plan.Steps[2].Changes)
	}
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || rep.Changes() != 3 {
		t.Fatal(err, problems(rep))
	}
	if acts := rep.Steps[0].Acts(); acts[len(acts)-1].String() != "$ /usr/bin/pdnsutil rectify-zone example.com" {
		t.Error(acts)
	}
	if text := p.zone("new.example.net").text(); !strings.Contains(text, "www.new.example.net\t3600\tIN\tA\t192.0.2.1\n") {
		t.Error(text)
	}
}

// The examples in the types' documentation are applied.
func TestPdnsutilExamples(t *testing.T) {
	reg := examples(t).Registry
	for _, typ := range []string{"dnszone", "dnsrr"} {
		p := &pdns{}
		if typ == "dnsrr" {
			p.create("create-zone", []string{"example.com"})
		}
		raltest.Example(t, func(r *ral.Registry) { r.InheritFrom(reg) }, typ, onFake(p).Host)
	}
}
