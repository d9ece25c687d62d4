package modules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/dns"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
)

// A set is listed where it would be searched, with its findings.
func TestPdnsutilListing(t *testing.T) {
	f, p := powerdns(
		pdnsRow{"bad", "9", "A", "junk"}, pdnsRow{"odd", "60", "A", "192.0.2.9"}, pdnsRow{"odd", "90", "A", "192.0.2.8"},
		pdnsRow{"@", "5", "CNAME", "A.example.net."}, pdnsRow{"a.sub", "5", "A", "192.0.2.1"},
	)
	p.create("create-zone", []string{"sub.example.com"})
	p.zone("sub.example.com").put("a", "A", "6", "192.0.2.2")
	env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
	got := listing(t, env, "pdnsutil")
	want := []string{
		`a.sub.example.com/A 6 ["192.0.2.2"] `,
		`bad.example.com/A 9 ["junk"] "junk" is not an address`,
		`example.com/CNAME 5 ["a.example.net."] a CNAME at the top of a zone hides the zone`,
		`example.com/MX 3600 ["10 mail.example.com."] `,
		`example.com/NS 3600 ["ns1.example.com."] `,
		`example.com/TXT 3600 ["v=spf1 -all"] `,
		`odd.example.com/A 60 ["192.0.2.8", "192.0.2.9"] the records have different TTLs, 60 and 90`,
		`www.example.com/A 300 ["192.0.2.1", "192.0.2.2"] `,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := len(f.Ran()); n != 3 {
		t.Errorf("a listing of two zones takes %d commands: %v", n, f.Ran())
	}
}

// listing returns the records that a provider lists, one per line, sorted.
func listing(t *testing.T, env *onhost.Env, provider string) []string {
	t.Helper()
	var lines []string
	env.ListBy(t.Context(), env.Registry.Type("dnsrr").Provider(provider), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		for _, inst := range ev.Found {
			lines = append(lines, strings.Join([]string{inst.Name, inst.Get("ttl").Text(), inst.Get("values").Inspect(), strings.Join(inst.Findings(), "; ")}, " "))
		}
	})
	slices.Sort(lines)
	return lines
}

// A provider with an account is the default; without any account it is pdnsutil.
func TestPdnsutilElection(t *testing.T) {
	reg := examples(t).Registry
	for account, want := range map[string]string{"": "pdnsutil", "rfc2136": "rfc2136", "powerdns": "powerdns"} {
		f, _ := powerdns()
		if account != "" {
			f.Put(dns.FileOf(account), "[main]\n", 0o600)
		}
		for _, typ := range []string{"dnszone", "dnsrr"} {
			if w := onhost.NewEnv(reg, f.Reader(), nil).Elect(t.Context(), reg.Type(typ)).Winner; w == nil || w.Name != want {
				t.Errorf("%q, %s: %v", account, typ, w)
			}
		}
	}
}

// The server's configuration precedes the zones.
func TestPdnsutilComesAfter(t *testing.T) {
	f, _ := powerdns()
	env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
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

// An unsuitable provider reports why.
func TestPdnsutilNeeds(t *testing.T) {
	reg := examples(t).Registry
	there, _ := powerdns()
	bare := fakehost.New(nil)
	bare.Command("/usr/bin/pdnsutil")
	for _, c := range []struct {
		f    *fakehost.Host
		want string
	}{
		{there, ""}, {bare, "/etc/powerdns/pdns.conf"}, {fakehost.New(map[string]string{"/etc/powerdns/pdns.conf": ""}), "pdnsutil"},
	} {
		for _, typ := range []string{"dnszone", "dnsrr"} {
			env := onhost.NewEnv(reg, c.f.Reader(), nil)
			e := env.Explain(t.Context(), reg.Type(typ).Provider("pdnsutil"))
			if e.Suitable() != (c.want == "") || !strings.Contains(e.Reason(), c.want) {
				t.Errorf("%s: %s, want %q", typ, e.Reason(), c.want)
			}
		}
	}
}

// A zone of 10,000 records is listed completely.
func TestPdnsutilHugeZone(t *testing.T) {
	var many []pdnsRow
	for i := range 10000 {
		many = append(many, pdnsRow{fmt.Sprint("many", i), "60", "A", "192.0.2.7"})
	}
	f, _ := powerdns(many...)
	if n := len(listing(t, onhost.NewEnv(examples(t).Registry, f.Reader(), nil), "pdnsutil")); n != 10004 {
		t.Errorf("%d are listed", n)
	}
}
