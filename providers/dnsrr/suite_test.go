package dnsrr

import (
	"fmt"
	"testing"

	"ralsh/providers/dns"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/dnstest"
)

var testKey = dnswire.TSIG{Name: "ralsh", Algorithm: "hmac-sha256", Secret: "c2VjcmV0"}

const (
	byName = "[main]\nserver = 127.0.0.1:5353\nzones = example.com\nkey = ralsh\nsecret = c2VjcmV0\n"
	byHTTP = "[main]\nurl = http://127.0.0.1:8081\napi_key = hush\n"
)

// some returns existing records.
func some() []string {
	return []string{"www 300 A 192.0.2.1", "www 300 A 192.0.2.2", "@ 3600 MX 10 mail.example.com.", `@ 3600 TXT "v=spf1" " -all"`, "@ 3600 DNSKEY 257 3 13 AAAA"}
}

func nameserver(t *testing.T, more ...string) (*fakehost.Host, *dnstest.Nameserver) {
	t.Helper()
	n := dnstest.NewNameserver("example.com.", testKey, append(some(), more...)...)
	f := fakehost.New(nil)
	f.Put(dns.FileOf("rfc2136"), byName, 0o600)
	f.Serve(n.Net())
	return f, n
}

func powerdns(t *testing.T, more ...string) (*fakehost.Host, *dnstest.PowerDNS) {
	t.Helper()
	p := &dnstest.PowerDNS{Key: "hush"}
	p.Add("example.com.", append(some(), more...)...)
	f := fakehost.New(nil)
	f.Put(dns.FileOf("powerdns"), byHTTP, 0o600)
	f.Serve(p.Net())
	return f, p
}

func suite(provider string) raltest.Suite {
	a, l := raltest.A, raltest.L
	return raltest.Suite{
		Register: Register, Type: "dnsrr", Provider: provider, Watch: []string{"/etc"},
		Several: &raltest.Several{
			Titles: []string{"a1.example.com/A", "a2.example.com/AAAA", "_x._tcp.example.com/SRV"}, Remove: "absent",
			Create: func(i int) []ral.Attr {
				return []ral.Attr{a("values", []string{"192.0.2.9", "2001:db8::9", "1 2 3 a1.example.com"}[i])}
			},
		},
		Cases: []raltest.Case{
			{
				Title: "new.example.com/A", Create: []ral.Attr{l("values", "192.0.2.10", "192.0.2.11"), a("ttl", "60")}, Remove: "absent",
				Changes: []ral.Attr{l("values", "192.0.2.11", "192.0.2.12"), a("ttl", "120"), l("values", "192.0.2.12")},
			},
			{Title: "www.example.com/A", Changes: []ral.Attr{l("values", "192.0.2.2"), a("ttl", "0")}, Remove: "absent"},
			{Title: "new.example.com/AAAA", Create: []ral.Attr{a("values", "2001:DB8:0:0::1")}, Changes: []ral.Attr{l("values", "2001:db8::2", "2001:db8::3")}, Remove: "absent"},
			{Title: "old.example.com/CNAME", Create: []ral.Attr{a("values", "Www.example.com")}, Changes: []ral.Attr{a("values", "web.example.net.")}, Remove: "absent"},
			{Title: "example.com/MX", Changes: []ral.Attr{l("values", "10 mx1.example.com", "20 mx2.example.com"), a("values", "0 .")}, Remove: "absent"},
			{Title: "example.com/NS", Changes: []ral.Attr{l("values", "ns2.example.com", "ns3.example.com"), l("values", "ns3.example.com", "ns1.example.com")}},
			{Title: "sub.example.com/NS", Create: []ral.Attr{a("values", "ns1.example.net")}, Remove: "absent"},
			{Title: "_sip._tcp.example.com/SRV", Create: []ral.Attr{a("values", "10 5 5060 sip.example.com")}, Changes: []ral.Attr{a("values", "10 5 5061 sip.example.com")}, Remove: "absent"},
			{Title: "example.com/TXT", Changes: []ral.Attr{l("values", "v=spf1 mx -all", `it's "new"; \\ \001 é`)}, Remove: "absent"},
			{Title: "long.example.com/TXT", Create: []ral.Attr{a("values", fmt.Sprintf("%0700d", 7))}, Remove: "absent"},
			{Title: "1.2.0.192.example.com/PTR", Create: []ral.Attr{a("values", "www.example.com")}, Changes: []ral.Attr{a("values", "web.example.com")}, Remove: "absent"},
			{Title: "example.com/CAA", Create: []ral.Attr{l("values", `0 issue "ca.example.net"`, `128 iodef "mailto:sec@example.com"`)}, Changes: []ral.Attr{a("values", `0 issue ";"`)}, Remove: "absent"},
			{Title: "*.example.com/A", Create: []ral.Attr{a("values", "192.0.2.77")}, Remove: "absent"},
		},
	}
}

func many(n int) []string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("many%d 300 A 192.0.2.7", i))
	}
	return lines
}

func TestSuite(t *testing.T) {
	t.Run("rfc2136", func(t *testing.T) {
		s := suite("rfc2136")
		s.Host = func(t *testing.T) host.Host { f, _ := nameserver(t); return f.Host }
		s.Many = func(t *testing.T, n int) host.Host { f, _ := nameserver(t, many(n)...); return f.Host }
		s.Run(t)
	})
	t.Run("powerdns", func(t *testing.T) {
		s := suite("powerdns")
		s.Host = func(t *testing.T) host.Host { f, _ := powerdns(t); return f.Host }
		s.Many = func(t *testing.T, n int) host.Host { f, _ := powerdns(t, many(n)...); return f.Host }
		s.Run(t)
	})
}

func TestExample(t *testing.T) {
	n := dnstest.NewNameserver("example.com.", testKey)
	f := fakehost.New(nil)
	f.Put(dns.FileOf("rfc2136"), byName, 0o600)
	f.Serve(n.Net())
	raltest.Example(t, Register, "dnsrr", f.Host)
	if n.Updates() != 1 {
		t.Errorf("%d updates for one zone", n.Updates())
	}
}
