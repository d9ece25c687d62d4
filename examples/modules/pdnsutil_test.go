package modules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/dns"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// powerdns is a host with the zone example.com at its pdnsutil.
func powerdns(more ...pdnsRow) (*host.Fake, *pdns) {
	p := &pdns{}
	p.create("create-zone", []string{"example.com"})
	z := p.zones[0]
	z.put("@", "NS", "3600", "ns1.example.com.")
	z.put("@", "MX", "3600", "10 mail.example.com.")
	z.put("@", "TXT", "3600", `"v=spf1" " -all"`)
	z.put("@", "DNSKEY", "3600", "257 3 13 AAAA")
	z.put("www", "A", "300", "192.0.2.1", "192.0.2.2")
	for _, r := range more {
		z.put(r.name, r.kind, r.ttl, r.data)
	}
	return onFake(p), p
}

func onFake(p *pdns) *host.Fake {
	f := host.NewFake(map[string]string{"/etc/powerdns/pdns.conf": "launch=gsqlite3\n"})
	f.Command("/usr/bin/pdnsutil")
	f.Handle("pdnsutil", p.run)
	return f
}

func records(reg *ral.Registry) raltest.Suite {
	a, l := raltest.A, raltest.L
	return raltest.Suite{
		Register: func(r *ral.Registry) { r.Over(reg) }, Type: "dnsrr", Provider: "pdnsutil", Watch: []string{"/etc"},
		Cases: []raltest.Case{
			{
				Title: "new.example.com/A", Create: []ral.Attr{l("values", "192.0.2.10", "192.0.2.11"), a("ttl", "60")}, Remove: "absent",
				Changes: []ral.Attr{l("values", "192.0.2.11", "192.0.2.12"), a("ttl", "120"), a("values", "192.0.2.12")},
			},
			{Title: "www.example.com/A", Changes: []ral.Attr{l("values", "192.0.2.2"), a("ttl", "0")}, Remove: "absent"},
			{Title: "new.example.com/AAAA", Create: []ral.Attr{a("values", "2001:DB8:0:0::1")}, Changes: []ral.Attr{l("values", "2001:db8::2", "::ffff:192.0.2.1")}, Remove: "absent"},
			{Title: "old.example.com/CNAME", Create: []ral.Attr{a("values", "Www.example.com")}, Changes: []ral.Attr{a("values", "web.example.net.")}, Remove: "absent"},
			{Title: "example.com/MX", Changes: []ral.Attr{l("values", "10 mx1.example.com", "20 mx2.example.com"), a("values", "0 .")}, Remove: "absent"},
			{Title: "example.com/NS", Changes: []ral.Attr{l("values", "ns2.example.com", "ns3.example.com")}},
			{Title: "sub.example.com/NS", Create: []ral.Attr{a("values", "ns1.example.net")}, Remove: "absent"},
			{Title: "_sip._tcp.example.com/SRV", Create: []ral.Attr{a("values", "10 5 5060 sip.example.com")}, Changes: []ral.Attr{a("values", "10 5 5061 sip.example.com")}, Remove: "absent"},
			{Title: "example.com/TXT", Changes: []ral.Attr{l("values", "v=spf1 mx -all", `it's "new"; \\ \001 \255 é`, "7", "")}, Remove: "absent"},
			{Title: "long.example.com/TXT", Create: []ral.Attr{a("values", fmt.Sprintf("%0700d", 7))}, Remove: "absent"},
			{Title: "1.2.0.192.example.com/PTR", Create: []ral.Attr{a("values", "www.example.com")}, Remove: "absent"},
			{Title: `my\032printer._ipp._tcp.example.com/SRV`, Create: []ral.Attr{a("values", "0 0 631 p.example.com")}, Remove: "absent"},
			{Title: "example.com/CAA", Create: []ral.Attr{l("values", `0 issue "ca.example.net"`, `128 iodef "mailto:sec@example.com"`)}, Changes: []ral.Attr{a("values", `0 issue ";"`)}, Remove: "absent"},
			{Title: "*.example.com/A", Create: []ral.Attr{a("values", "192.0.2.77")}, Remove: "absent"},
		},
	}
}

func zones(reg *ral.Registry) raltest.Suite {
	a, l := raltest.A, raltest.L
	return raltest.Suite{
		Register: func(r *ral.Registry) { r.Over(reg) }, Type: "dnszone", Provider: "pdnsutil", Watch: []string{"/etc"},
		Cases: []raltest.Case{
			{
				Title: "new.example.net", Create: []ral.Attr{a("kind", "primary"), a("minimum", "90")}, Remove: "absent",
				With: []ral.Attr{l("nameservers", "ns1.example.com", "ns2.example.com")},
				Changes: []ral.Attr{
					a("primary_ns", "NS2.example.com."), a("contact", "dns.admin@example.net"), a("refresh", "7200"), a("retry", "600"),
					a("expire", "86400"), a("minimum", "60"), a("ttl", "900"), a("kind", "native"), a("kind", "secondary"),
				},
			},
			{Title: "0/25.2.0.192.in-addr.arpa", Create: []ral.Attr{}, Remove: "absent"},
			{
				Title: "second.example.net", Create: []ral.Attr{a("kind", "secondary"), a("primaries", "192.0.2.53")}, Remove: "absent",
				Changes: []ral.Attr{l("primaries", "192.0.2.54", "192.0.2.55:5300", "2001:db8::53")},
			},
		},
	}
}

func TestPdnsutilSuite(t *testing.T) {
	reg := examples(t).Registry
	t.Run("dnsrr", func(t *testing.T) {
		s := records(reg)
		s.Host = func(*testing.T) host.Host { f, _ := powerdns(); return f.Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			var many []pdnsRow
			for i := range n {
				many = append(many, pdnsRow{fmt.Sprint("many", i), "60", "A", "192.0.2.7"})
			}
			f, _ := powerdns(many...)
			return f.Host
		}
		s.Run(t)
	})
	t.Run("dnszone", func(t *testing.T) {
		s := zones(reg)
		s.Host = func(*testing.T) host.Host { f, _ := powerdns(); return f.Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			p := &pdns{}
			for i := range n {
				p.create("create-zone", []string{fmt.Sprintf("z%d.example.com", i)})
			}
			return onFake(p).Host
		}
		s.Run(t)
	})
}

func rr(title string, words ...string) ral.Decl {
	d := raltest.Decl("dnsrr", title, words...)
	d.Provider = "pdnsutil"
	return d
}

// Several changes of one zone come with one next serial, removals first, and one
// that fails costs no other.
func TestPdnsutilOneFlush(t *testing.T) {
	f, p := powerdns()
	env := ral.NewEnv(examples(t).Registry, f.Look(), nil)
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
	rep, err := plan.Apply(t.Context(), f.Change(), transaction.Options{})
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

// What the tool cannot do is refused before anything is done.
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
		{rr("www.example.net/A", "ensure", "present", "values", "192.0.2.1"), "www.example.net is in no zone of PowerDNS on this host (example.com, second.example.net)"},
		{rr("new.example.com/A", "ensure", "present"), "new records need values"},
		{rr("example.com/CNAME", "ensure", "present", "values", "a.example.net"), "example.com is the top of a zone, where no CNAME can be"},
		{rr("example.com/NS", "ensure", "absent"), "a zone keeps its name servers"},
		{rr("a.second.example.net/A", "ensure", "present", "values", "192.0.2.1"), "second.example.net is a secondary zone: its records are transferred from elsewhere"},
		{rr("-v.example.com/A", "ensure", "present", "values", "192.0.2.1"), "pdnsutil takes a name that begins with - for an option"},
		{rr("www.example.com/A", "account", "main", "ttl", "60"), "pdnsutil has no accounts"},
		{rr("bad.example.com/A", "ttl", "60"), "the records that are there cannot be written again: give values"},
		{zone("new.example.net", "ensure", "present", "kind", "secondary"), "pdnsutil makes a secondary zone only with primaries"},
		{zone("second.example.net", "minimum", "60"), "the SOA of a secondary zone is transferred with it: minimum cannot be set"},
		{zone("example.com", "primaries", "192.0.2.1"), "primaries are of a secondary zone, and this one is native"},
		{zone("example.com", "account", "main"), "pdnsutil has no accounts"},
	} {
		f, p := powerdns(pdnsRow{"bad", "9", "A", "junk"})
		p.create("create-secondary-zone", []string{"second.example.net", "192.0.2.53"})
		before := p.zones[0].text()
		env := ral.NewEnv(examples(t).Registry, f.Look(), nil)
		rep, err := transaction.Run(t.Context(), env, []ral.Decl{c.d}, f.Change(), transaction.Options{})
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

// A set is listed where it would be looked for, with what is odd about it.
func TestPdnsutilListing(t *testing.T) {
	f, p := powerdns(
		pdnsRow{"bad", "9", "A", "junk"}, pdnsRow{"odd", "60", "A", "192.0.2.9"}, pdnsRow{"odd", "90", "A", "192.0.2.8"},
		pdnsRow{"@", "5", "CNAME", "A.example.net."}, pdnsRow{"a.sub", "5", "A", "192.0.2.1"},
	)
	p.create("create-zone", []string{"sub.example.com"})
	p.zone("sub.example.com").put("a", "A", "6", "192.0.2.2")
	env := ral.NewEnv(examples(t).Registry, f.Look(), nil)
	got := listing(t, env, "pdnsutil")
	want := []string{
		`a.sub.example.com/A 6 ["192.0.2.2"] `,
		`bad.example.com/A 9 ["junk"] "junk" is no address`,
		`example.com/CNAME 5 ["a.example.net."] a CNAME at the top of a zone hides the zone`,
		`example.com/MX 3600 ["10 mail.example.com."] `,
		`example.com/NS 3600 ["ns1.example.com."] `,
		`example.com/TXT 3600 ["v=spf1 -all"] `,
		`odd.example.com/A 60 ["192.0.2.8", "192.0.2.9"] its records have different TTLs, 60 and 90`,
		`www.example.com/A 300 ["192.0.2.1", "192.0.2.2"] `,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := len(f.Ran()); n != 3 {
		t.Errorf("a listing of two zones takes %d commands: %v", n, f.Ran())
	}
}

// listing is the records that a provider lists, a line each, sorted.
func listing(t *testing.T, env *ral.Env, provider string) []string {
	t.Helper()
	var lines []string
	env.ListBy(t.Context(), env.Registry.Type("dnsrr").Provider(provider), func(ev ral.ListEvent) {
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		for _, f := range ev.Found {
			lines = append(lines, strings.Join([]string{f.Name, f.Get("ttl").Text(), f.Get("values").Inspect(), strings.Join(f.Odd(), "; ")}, " "))
		}
	})
	slices.Sort(lines)
	return lines
}

// A record of a zone that the same run makes is written into it; what was read
// before is read again. One that is signed is signed again.
func TestPdnsutilSees(t *testing.T) {
	f, p := powerdns()
	p.zones[0].signed = true
	env := ral.NewEnv(examples(t).Registry, f.Look(), nil)
	zone := raltest.Decl("dnszone", "new.example.net", "ensure", "present")
	zone.Provider = "pdnsutil"
	decls := []ral.Decl{rr("www.example.com/A", "ttl", "60"), zone, rr("www.new.example.net/A", "ensure", "present", "values", "192.0.2.1")}
	rep, err := transaction.Run(t.Context(), env, decls, f.Change(), transaction.Options{})
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

// The provider whose account was written is the default; without one it is this.
func TestPdnsutilElection(t *testing.T) {
	reg := examples(t).Registry
	for account, want := range map[string]string{"": "pdnsutil", "rfc2136": "rfc2136", "powerdns": "powerdns"} {
		f, _ := powerdns()
		if account != "" {
			f.Put(dns.FileOf(account), "[main]\n", 0o600)
		}
		for _, typ := range []string{"dnszone", "dnsrr"} {
			if w := ral.NewEnv(reg, f.Look(), nil).Elect(t.Context(), reg.Type(typ)).Winner; w == nil || w.Name != want {
				t.Errorf("%q, %s: %v", account, typ, w)
			}
		}
	}
}

// The server's configuration comes before what is kept by it.
func TestPdnsutilComesAfter(t *testing.T) {
	f, _ := powerdns()
	env := ral.NewEnv(examples(t).Registry, f.Look(), nil)
	r, diags := env.Build(t.Context(), rr("www.example.com/A"))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	for _, rel := range r.Type.Relations {
		if rel.Type == "file" {
			if got := rel.Titles(r); !slices.Equal(got, []string{"/etc/powerdns/pdns.conf"}) {
				t.Errorf("after %v", got)
			}
		}
	}
}

// Where it cannot work it says why.
func TestPdnsutilNeeds(t *testing.T) {
	reg := examples(t).Registry
	there, _ := powerdns()
	bare := host.NewFake(nil)
	bare.Command("/usr/bin/pdnsutil")
	for _, c := range []struct {
		f    *host.Fake
		want string
	}{
		{there, ""}, {bare, "/etc/powerdns/pdns.conf"}, {host.NewFake(map[string]string{"/etc/powerdns/pdns.conf": ""}), "pdnsutil"},
	} {
		for _, typ := range []string{"dnszone", "dnsrr"} {
			env := ral.NewEnv(reg, c.f.Look(), nil)
			e := env.Explain(t.Context(), reg.Type(typ).Provider("pdnsutil"))
			if e.Suitable() != (c.want == "") || !strings.Contains(e.Reason(), c.want) {
				t.Errorf("%s: %s, want %q", typ, e.Reason(), c.want)
			}
		}
	}
}
