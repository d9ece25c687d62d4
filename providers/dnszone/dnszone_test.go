package dnszone

import (
	"strings"
	"testing"

	"ralsh/providers/dns"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

func envOf(t *testing.T, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), nil)
}

func decl(title string, pairs ...string) ral.Decl {
	return raltest.Decl("dnszone", title, pairs...)
}

func TestValidation(t *testing.T) {
	env := envOf(t, powerdns().Host)
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("Example.com.", "contact", "a.b@example.com", "minimum", "0"), ""},
		{decl("a..b"), "a label is empty"},
		{decl("a.b", "contact", "hostmaster.example.com"), "is not a mail address"},
		{decl("a.b", "contact", `a\b@example.com`), "is not a mail address"},
		{decl("a.b", "refresh", "1h"), "is not a number of seconds"},
		{decl("a.b", "kind", "master"), "Invalid value"},
		{decl("a.b", "kind", "native", "primaries", "192.0.2.1"), "primaries can be set only for a secondary zone, not for kind native"},
		{decl("a.b", "kind", "secondary", "minimum", "60"), "minimum cannot be set"},
		{decl("a.b", "primaries", "ns1.example.com"), "is not an address"},
		{decl("a.b", "nameservers", "a b"), "is not a domain name"},
	} {
		_, diags := env.Build(t.Context(), c.d)
		if err := diags.Err(); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.d, err, c.want)
		}
	}
}

// A change that an update cannot make is an error, and a zone that the account does
// not name is not queried.
func TestUpdatesMakeNoZone(t *testing.T) {
	f := nameserver()
	for _, d := range []ral.Decl{decl("new.example.net", "ensure", "present"), decl("example.com", "ensure", "absent")} {
		rep, err := transaction.Run(t.Context(), envOf(t, f.Host), []ral.Decl{d}, f.Writer(), transaction.Options{})
		if err != nil || rep.OK() {
			t.Fatal(err, rep.Summary())
		}
		if got := rep.Steps[0].Changes[0].Err; got == nil || !strings.Contains(got.Error(), "change the configuration of the name server") {
			t.Errorf("%s: %v", d.Title, got)
		}
	}
}

// A server without the zone is an error, not an absent zone.
func TestZoneThatTheServerLacks(t *testing.T) {
	f := nameserver()
	f.Put(dns.FileOf("rfc2136"), strings.Replace(byName, "example.com", "example.net", 1), 0o600)
	env := envOf(t, f.Host)
	seen := env.Find(t.Context(), env.Registry.Type("dnszone"), "example.net")
	if len(seen) != 1 || seen[0].Err == nil || !strings.Contains(seen[0].Err.Error(), "SOA example.net. at 127.0.0.1:5353: the server does not manage the zone") {
		t.Errorf("%+v", seen)
	}
}

// A SOA record is read back as it was written.
func FuzzSOA(f *testing.F) {
	f.Add("ns1.example.com. hostmaster.example.com. 7 10800 3600 604800 300")
	f.Add(`NS1.example.com. a\.b.example.com. 4294967295 1 2 3 4`)
	f.Fuzz(func(t *testing.T, data string) {
		soa, serial, err := dns.ReadSOA(data)
		if err != nil {
			return
		}
		again, number, err := dns.ReadSOA(soa.Data(serial))
		if err != nil || again != soa || number != serial {
			t.Errorf("%q is %v and %v, %v", data, soa, again, err)
		}
	})
}
