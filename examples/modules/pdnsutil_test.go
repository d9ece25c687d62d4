package modules_test

import (
	"fmt"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// powerdns returns a host whose pdnsutil has the zone example.com.
func powerdns(more ...pdnsRow) (*fakehost.Host, *pdns) {
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

func onFake(p *pdns) *fakehost.Host {
	f := fakehost.New(map[string]string{"/etc/powerdns/pdns.conf": "launch=gsqlite3\n"})
	f.Command("/usr/bin/pdnsutil")
	f.Handle("pdnsutil", p.run)
	return f
}

func records(reg *ral.Registry) raltest.Suite {
	a, l := raltest.A, raltest.L
	return raltest.Suite{
		Register: func(r *ral.Registry) { r.InheritFrom(reg) }, Type: "dnsrr", Provider: "pdnsutil", Watch: []string{"/etc"},
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
		Register: func(r *ral.Registry) { r.InheritFrom(reg) }, Type: "dnszone", Provider: "pdnsutil", Watch: []string{"/etc"},
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
