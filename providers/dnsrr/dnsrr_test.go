package dnsrr

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
	"ralsh/ral/host/fakehost"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func envOf(t *testing.T, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), nil)
}

// decl declares records; a value with | is a list.
func decl(title string, pairs ...string) ral.Decl {
	d := ral.Decl{Type: "dnsrr", Title: title}
	for i := 0; i < len(pairs); i += 2 {
		if strings.Contains(pairs[i+1], "|") {
			d.Attrs = append(d.Attrs, raltest.L(pairs[i], strings.Split(pairs[i+1], "|")...))
		} else {
			d.Attrs = append(d.Attrs, raltest.A(pairs[i], pairs[i+1]))
		}
	}
	return d
}

func TestValidation(t *testing.T) {
	f, _ := nameserver(t)
	env := envOf(t, f.Host)
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("www.example.com/A", "values", "192.0.2.1", "ttl", "2147483647"), ""},
		{decl("WWW.Example.com./a", "values", "192.0.2.1"), ""},
		{decl("web", "name", "www.example.com", "type", "A", "values", "192.0.2.1"), ""},
		{decl("0/25.2.0.192.in-addr.arpa/PTR", "values", "www.example.com"), ""},
		{decl("www.example.com", "values", "x"), "type is missing: expected a title of the form NAME/TYPE (example: www.example.com/A)"},
		{decl("www.example.com/SOA"), "type is missing"},
		{decl("www.example.com", "type", "SOA"), `Invalid value "SOA". Valid values are A, AAAA, CAA`},
		{decl("www.example.com/A", "ttl", "2147483648"), "is not a TTL"},
		{decl("www.example.com/A", "ttl", "1h"), "is not a TTL"},
		{decl("www.example.com/A", "values", "2001:db8::1"), "use type AAAA"},
		{decl("www.example.com/A", "values", "192.0.2.1|x"), `"x" is not an address`},
		{decl("www.example.com/CNAME", "values", "a.example.com|b.example.com"), "a single CNAME"},
		{decl("www.example.com/CNAME", "values", "www.example.com"), "cannot refer to the same name"},
		{decl("example.com/CNAME", "zone", "example.com", "values", "a.example.com"), "the apex of a zone and cannot have a CNAME"},
		{decl("example.com/NS", "zone", "example.com", "ensure", "absent"), "cannot remove the name servers of the zone example.com"},
		{decl("www.example.com/A", "zone", "example.net"), "www.example.com is not in the zone example.net"},
		{decl("notexample.com/A", "zone", "example.com"), "is not in the zone"},
		{decl("example.com/MX", "values", "0 .|10 mail.example.com"), "cannot be combined with other values (RFC 7505)"},
		{decl("sip.example.com/SRV", "values", "1 2 3 sip.example.com"), "needs a service and a protocol"},
		{decl("sip.example.com/SRV", "ensure", "absent"), ""},
		{decl("a..example.com/A"), "a label is empty"},
		{decl("a.*.example.com/A"), "* is only valid as the first label"},
		{decl("example.com/CAA", "values", "0 issue"), "is not a value of CAA"},
	} {
		_, diags := env.Build(t.Context(), c.d)
		if err := diags.Err(); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %v: %v, want %q", c.d.Title, c.d.Attrs, err, c.want)
		}
	}
}

// A set has one name, however it is written.
func TestTitles(t *testing.T) {
	f, _ := nameserver(t)
	env := envOf(t, f.Host)
	for _, d := range []ral.Decl{
		decl("www.example.com/A"), decl("WWW.example.com./a"), decl("x", "name", "www.Example.com", "type", "A"), decl("www.example.com", "type", "a"),
	} {
		r, diags := env.Build(t.Context(), d)
		if diags.Err() != nil || r.Ref() != "Dnsrr[www.example.com/A]" {
			t.Errorf("%s is %s, %v", d.Title, r.Ref(), diags.Err())
		}
	}
}

func TestListing(t *testing.T) {
	f, _ := nameserver(t, "odd 60 A 192.0.2.8", "odd 90 A 192.0.2.9", `my\032printer._ipp._tcp 60 SRV 0 0 631 p.example.com.`)
	env := envOf(t, f.Host)
	var got []string
	var found []*ral.Instance
	env.List(t.Context(), env.Registry.Type("dnsrr"), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		for _, inst := range ev.Found {
			found = append(found, inst)
			got = append(got, strings.TrimSpace(fmt.Sprint(inst.Name, " ", inst.Get("ttl").Text(), " ", inst.Get("values").Inspect(), " ", strings.Join(inst.Findings(), "; "))))
		}
	})
	want := []string{
		`example.com/MX 3600 ["10 mail.example.com."]`,
		`example.com/NS 3600 ["ns1.example.com."]`,
		`example.com/TXT 3600 ["v=spf1 -all"]`,
		`my\032printer._ipp._tcp.example.com/SRV 60 ["0 0 631 p.example.com."]`,
		`odd.example.com/A 60 ["192.0.2.8", "192.0.2.9"] the records have different TTLs, 60 and 90`,
		`www.example.com/A 300 ["192.0.2.1", "192.0.2.2"]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// The printed Puppet code is read back unchanged.
	var all []manifest.Resource
	for _, inst := range found {
		all = append(all, manifest.FromInstance(inst, false))
	}
	code := manifest.Puppet(all...)
	in, err := manifest.Read("all.pp", []byte(code))
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	plan, err := transaction.NewPlan(t.Context(), env, in.Decls(env.Registry))
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	if len(plan.Steps) != len(want) || plan.ChangeCount() != 0 {
		t.Errorf("%v, %d steps, %d changes\n%s", err, len(plan.Steps), plan.ChangeCount(), code)
	}
}

// Several changes of a zone are one update, whose lines the plan shows.
func TestOneUpdateForOneFlush(t *testing.T) {
	f, n := nameserver(t)
	decls := []ral.Decl{
		decl("a.example.com/A", "ensure", "present", "values", "192.0.2.1"),
		decl("www.example.com/A", "ttl", "60"), decl("example.com/MX", "ensure", "absent"),
		decl("b.example.com/CNAME", "ensure", "present", "values", "a.example.com"), decl("example.com/TXT", "values", "new"),
	}
	plan, err := transaction.NewPlan(t.Context(), envOf(t, f.Host), decls)
	if err != nil || n.Updates() != 0 {
		t.Fatal(err)
	}
	want := []string{
		"remove example.com MX", "set a.example.com A 3600 192.0.2.1", "set www.example.com A 60 192.0.2.1, 192.0.2.2",
		"set b.example.com CNAME 3600 a.example.com.", "set example.com TXT 3600 new",
	}
	acts := plan.Steps[0].Acts()
	if len(acts) != 1 || !slices.Equal(acts[0].Args, want) {
		t.Fatalf("%q", acts)
	}
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || n.Updates() != 1 {
		t.Errorf("%v, %s, %d updates", err, rep.Summary(), n.Updates())
	}
}

// Changes that exceed a message are several updates that contain every record.
func TestLargeFlush(t *testing.T) {
	f, n := nameserver(t)
	var decls []ral.Decl
	for i := range 1500 {
		decls = append(decls, decl(fmt.Sprintf("h%d.example.com/TXT", i), "ensure", "present", "values", strings.Repeat("x", 100)))
	}
	rep, err := transaction.Run(t.Context(), envOf(t, f.Host), decls, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || n.Updates() < 4 || n.Updates() > 12 {
		t.Errorf("%v, %s, %d updates", err, rep.Summary(), n.Updates())
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		decls []ral.Decl
		want  string
	}{
		{[]ral.Decl{decl("www.example.net/A", "ensure", "present", "values", "192.0.2.1")}, "no account in /etc/ralsh/rfc2136.ini has a zone for www.example.net (zones: example.com)"},
		{[]ral.Decl{decl("new.example.com/A", "ensure", "present")}, "new records need values"},
		{[]ral.Decl{decl("example.com/CNAME", "ensure", "present", "values", "a.example.net")}, "is the apex of a zone and cannot have a CNAME"},
		{[]ral.Decl{decl("example.com/NS", "ensure", "absent")}, "cannot remove the name servers of the zone example.com"},
		{[]ral.Decl{decl("a.example.com/A", "account", "other", "ensure", "present", "values", "192.0.2.1")}, "no account in"},
		{[]ral.Decl{
			decl("a.example.com/CNAME", "ensure", "present", "values", "b.example.com"), decl("a.example.com/A", "ensure", "present", "values", "192.0.2.1"),
		}, "has a CNAME and cannot also have records of type"},
	} {
		f, n := nameserver(t)
		rep, err := transaction.Run(t.Context(), envOf(t, f.Host), c.decls, f.Writer(), transaction.Options{})
		if rep != nil && len(rep.Steps) > 0 {
			for _, s := range rep.Steps {
				err = errors.Join(err, s.Err)
				for _, ch := range s.Changes {
					err = errors.Join(err, ch.Err)
				}
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || n.Updates() != 0 {
			t.Errorf("%v: %v, %d updates; want %q", c.decls, err, n.Updates(), c.want)
		}
	}
}

// A record whose zone no account of a provider has is absent for that provider.
func TestElsewhere(t *testing.T) {
	f, _ := nameserver(t)
	env := envOf(t, f.Host)
	seen := env.Find(t.Context(), env.Registry.Type("dnsrr"), "www.example.net/A")
	if len(seen) != 1 || seen[0].Err != nil || seen[0].Found.Present() {
		t.Errorf("%+v", seen)
	}
}

// One unreadable zone gives one error, and does not hide the others.
func TestOneBadZone(t *testing.T) {
	f, n := nameserver(t)
	f.Put(dns.FileOf("rfc2136"), byName+"[second]\nserver = 127.0.0.1:5353\nzones = example.net\n", 0o600)
	f.Serve(n.Net())
	env := envOf(t, f.Host)
	var errs []error
	count := 0
	env.List(t.Context(), env.Registry.Type("dnsrr"), func(ev onhost.ListEvent) {
		count += len(ev.Found)
		errs = append(errs, ev.Err)
	})
	err := errors.Join(errs...)
	if count == 0 || err == nil || err.Error() != "AXFR example.net. at 127.0.0.1:5353: the server rejected the request (REFUSED)" {
		t.Errorf("%d, %v", count, err)
	}
}

// PowerDNS keeps disabled records, and reports why it rejects a record.
func TestDisabledAndRefused(t *testing.T) {
	f, p := powerdns(t, "!www 300 A 192.0.2.99")
	env := envOf(t, f.Host)
	now, err := transaction.NewPlan(t.Context(), env, []ral.Decl{decl("www.example.com/A", "values", "192.0.2.2|192.0.2.1")})
	if err != nil || now.ChangeCount() != 0 {
		t.Fatalf("a disabled record counts: %v, %d changes", err, now.ChangeCount())
	}
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{decl("www.example.com/A", "values", "192.0.2.5")}, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, rep.Summary())
	}
	body, err := p.Net().HTTP(host.Request{Method: "GET", URL: "http://x/api/v1/servers/localhost/zones/example.com.", Header: map[string]string{"X-API-Key": "hush"}})
	if err != nil || !strings.Contains(string(body), `{"content":"192.0.2.99","disabled":true},{"content":"192.0.2.5","disabled":false}`) {
		t.Errorf("%s, %v", body, err)
	}
	rep, err = transaction.Run(t.Context(), env, []ral.Decl{decl("www.example.com/CNAME", "ensure", "present", "values", "a.example.net")}, f.Writer(), transaction.Options{})
	if err != nil || rep.OK() {
		t.Fatal(err)
	}
	if got := fmt.Sprint(rep.Steps[0].Err, rep.Steps[0].Changes[0].Err); !strings.Contains(got, "Conflicts with pre-existing RRset (422)") {
		t.Error(got)
	}
}

// The provider with credentials is elected; without any, a hint is given.
func TestElection(t *testing.T) {
	f, _ := powerdns(t)
	env := envOf(t, f.Host)
	if w := env.Elect(t.Context(), env.Registry.Type("dnsrr")).Winner; w == nil || w.Name != "powerdns" {
		t.Errorf("%v", w)
	}
	none := envOf(t, fakehost.New(nil).Host)
	e := none.Explain(t.Context(), none.Registry.Type("dnsrr").Provider("rfc2136"))
	if e.Suitable() || !strings.Contains(e.Reason(), "/etc/ralsh/rfc2136.ini") {
		t.Error(e.Reason())
	}
}

// A transfer of 50,000 records is listed completely.
func TestHugeZone(t *testing.T) {
	n := dnstest.NewNameserver("example.com.", testKey, many(50000)...)
	f := fakehost.New(nil)
	f.Put(dns.FileOf("rfc2136"), byName, 0o600)
	f.Serve(n.Net())
	env := envOf(t, f.Host)
	count := 0
	env.List(t.Context(), env.Registry.Type("dnsrr"), func(ev onhost.ListEvent) { count += len(ev.Found) })
	if count != 50001 {
		t.Errorf("%d are listed", count)
	}
}

// Values declared as text and as a list are equal.
func TestSameValues(t *testing.T) {
	for _, c := range []struct {
		is, should value.Value
		want       bool
	}{
		{value.Strs("a", "b"), value.Strs("b", "a"), true},
		{value.Strs("a"), value.Strs("a", "a"), true},
		{value.Strs("a"), value.Strs("a", "b"), false},
		{value.Absent(), value.Strs(), false},
	} {
		if got := same(ral.Hook{}, c.is, c.should); got != c.want {
			t.Errorf("%s and %s: %v", c.is.Inspect(), c.should.Inspect(), got)
		}
	}
}

// A name in two zones is listed where it would be searched, and the other is
// found by its zone.
func TestZoneBelowAZone(t *testing.T) {
	p := &dnstest.PowerDNS{Key: "hush"}
	p.Add("example.com.", "sub 300 NS ns1.example.net.", "deep.sub 300 A 192.0.2.1", "a 300 A 192.0.2.1")
	p.Add("sub.example.com.", "a 300 A 192.0.2.2")
	f := fakehost.New(nil)
	f.Put(dns.FileOf("powerdns"), byHTTP+"[again]\nurl = http://127.0.0.1:8081\napi_key = hush\n", 0o600)
	f.Serve(p.Net())
	env := envOf(t, f.Host)
	var got []string
	env.List(t.Context(), env.Registry.Type("dnsrr"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			got = append(got, inst.Name+" "+inst.Get("values").Inspect()+" "+inst.From)
		}
	})
	want := []string{
		`a.example.com/A ["192.0.2.1"] zone example.com, account main`,
		`example.com/NS ["ns1.example.com."] zone example.com, account main`,
		`a.sub.example.com/A ["192.0.2.2"] zone sub.example.com, account main`,
		`sub.example.com/NS ["ns1.sub.example.com."] zone sub.example.com, account main`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{
		decl("sub.example.com/NS", "zone", "example.com", "values", "ns2.example.net"), decl("a.sub.example.com/A", "account", "again", "values", "192.0.2.3"),
	}, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || rep.Changes() != 2 {
		t.Fatal(err, rep.Summary())
	}
	if text := rep.Steps[0].Acts()[0].String(); !strings.HasSuffix(text, "/zones/example.com.: set sub.example.com NS 300 ns2.example.net.") {
		t.Error(text)
	}
	if text := rep.Steps[1].Acts()[0].String(); !strings.HasSuffix(text, "/zones/sub.example.com.: set a.sub.example.com A 300 192.0.2.3") {
		t.Error(text)
	}
}

// Any invalid response instead of PowerDNS's gives one clear error.
func TestBadPowerDNS(t *testing.T) {
	for answer, want := range map[string]string{
		"<html>hello":       "GET http://127.0.0.1:8081/api/v1/servers/localhost/zones: the answer is not valid JSON of the PowerDNS API",
		`{"a":`:             "the answer is not valid JSON of the PowerDNS API",
		`[{"name":"a..b"}]`: `[main]: zones: "a..b" is not a domain name`,
		`[]`:                "",
	} {
		f, _ := powerdns(t)
		f.Serve(fakehost.Net{HTTP: func(host.Request) ([]byte, error) { return []byte(answer), nil }})
		count, err := listed(t, f.Host)
		if want == "" && (err != nil || count > 0) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %d, %v", answer, count, err)
		}
	}
	f, _ := powerdns(t)
	f.Serve(fakehost.Net{})
	if _, err := listed(t, f.Host); err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
}
