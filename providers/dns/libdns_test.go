package dns_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/libdns/libdns"

	"ralsh/providers/dns"
	"ralsh/providers/dns/powerdns"
	"ralsh/providers/dns/rfc2136"
	"ralsh/providers/dnsrr"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/raltest/real"
)

// client returns the client of a host's account, for changes.
func client(t *testing.T, s dns.Service, h host.Host) dns.Client {
	t.Helper()
	var got dns.Client
	spy := s
	spy.Open = func(d dns.Conn, a dns.Account) (dns.Client, error) {
		var err error
		if got, err = s.Open(dns.WriteConn(h.Writer()), a); err != nil {
			t.Fatal(err)
		}
		return s.Open(d, a)
	}
	reg := ral.NewRegistry()
	dnsrr.With(spy)(reg)
	env := ral.NewEnv(reg, h.Reader(), nil)
	env.List(t.Context(), reg.Type("dnsrr"), func(ev ral.ListEvent) {
		if ev.Err != nil {
			t.Fatal(ev.Err)
		}
	})
	if got == nil {
		t.Fatal("no account was opened")
	}
	return got
}

// Each client implements libdns's four interfaces as documented, in memory and
// on the real servers.
func TestInterfaces(t *testing.T) {
	key := host.TSIG{Name: "ralsh", Algorithm: "hmac-sha256", Secret: hush}
	signed := "[main]\nserver = %s\nzones = example.com\nkey = ralsh\nsecret = %s\n"
	t.Run("rfc2136", func(t *testing.T) {
		f := host.NewFake(nil)
		f.Put(dns.FileOf("rfc2136"), fmt.Sprintf(signed, "127.0.0.1", hush), 0o600)
		f.Serve(dnstest.NewNameserver("example.com.", key).Net())
		interfaces(t, client(t, rfc2136.Service(), f.Host))
	})
	t.Run("powerdns", func(t *testing.T) {
		p := &dnstest.PowerDNS{Key: "k"}
		p.Add("example.com.")
		f := host.NewFake(nil)
		f.Put(dns.FileOf("powerdns"), "[main]\nurl = http://127.0.0.1:8081\napi_key = k\n", 0o600)
		f.Serve(p.Net())
		interfaces(t, client(t, powerdns.Service(), f.Host))
	})
	t.Run("bind", func(t *testing.T) {
		d := real.Bind(t, "example.com")
		interfaces(t, client(t, rfc2136.Service(), dnstest.Account(t, "rfc2136", dnstest.Signed(d))))
	})
	t.Run("knot", func(t *testing.T) {
		d := real.Knot(t, "example.com")
		interfaces(t, client(t, rfc2136.Service(), dnstest.Account(t, "rfc2136", dnstest.Signed(d))))
	})
	t.Run("real powerdns", func(t *testing.T) {
		d := real.PowerDNS(t)
		d.MakeZone(t, `{"name":"example.com.","kind":"Native","nameservers":["ns1.example.com."]}`)
		interfaces(t, client(t, powerdns.Service(), dnstest.Account(t, "powerdns", dnstest.ByAPI(d))))
	})
}

func rec(name, kind, data string, ttl time.Duration) libdns.Record {
	return libdns.RR{Name: name, Type: kind, Data: data, TTL: ttl}
}

// interfaces runs a story and compares the records of x after each step.
func interfaces(t *testing.T, c dns.Client) {
	const zone, minute = "example.com.", time.Minute
	one, two, three := rec("x", "A", "192.0.2.1", minute), rec("x", "A", "192.0.2.2", minute), rec("x", "A", "192.0.2.3", minute)
	text := rec("x", "TXT", `a "b" \ é`, minute)
	type records = []libdns.Record
	for _, step := range []struct {
		name     string
		do       func() (records, error)
		returned int
		want     records
	}{
		{"append", func() (records, error) { return c.AppendRecords(t.Context(), zone, records{one, text}) }, 2, records{one, text}},
		{"append to a set", func() (records, error) { return c.AppendRecords(t.Context(), zone, records{two}) }, 1, records{one, two, text}},
		{"set", func() (records, error) { return c.SetRecords(t.Context(), zone, records{two, three}) }, 2, records{two, three, text}},
		{"delete what is not there", func() (records, error) {
			return c.DeleteRecords(t.Context(), zone, records{one, rec("x", "A", "192.0.2.2", 2*minute), rec("y", "", "", 0)})
		}, 0, records{two, three, text}},
		{"delete one", func() (records, error) { return c.DeleteRecords(t.Context(), zone, records{two}) }, 1, records{three, text}},
		{"delete by type", func() (records, error) { return c.DeleteRecords(t.Context(), zone, records{rec("x", "TXT", "", 0)}) }, 1, records{three}},
		{"delete by name", func() (records, error) { return c.DeleteRecords(t.Context(), zone, records{rec("x", "", "", 0)}) }, 1, nil},
	} {
		got, err := step.do()
		if err != nil || len(got) != step.returned {
			t.Fatalf("%s: %d returned, %v", step.name, len(got), err)
		}
		all, err := c.GetRecords(t.Context(), zone)
		if err != nil {
			t.Fatal(err)
		}
		all = slices.DeleteFunc(all, func(r libdns.Record) bool { return r.RR().Name != "x" })
		slices.SortFunc(all, func(a, b libdns.Record) int { return strings.Compare(a.RR().Type+a.RR().Data, b.RR().Type+b.RR().Data) })
		if diff := cmp.Diff(step.want, slices.Clip(all), cmp.Transformer("len", func(l records) string { return fmt.Sprint(l) })); diff != "" {
			t.Fatalf("%s:\n%s", step.name, diff)
		}
	}
}
