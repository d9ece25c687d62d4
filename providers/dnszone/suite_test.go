package dnszone

import (
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

func nameserver() *fakehost.Host {
	f := fakehost.New(nil)
	f.Put(dns.FileOf("rfc2136"), byName, 0o600)
	f.Serve(dnstest.NewNameserver("example.com.", testKey, "www 300 A 192.0.2.1").Net())
	return f
}

func powerdns(zones ...string) *fakehost.Host {
	p := &dnstest.PowerDNS{Key: "hush"}
	for _, name := range zones {
		p.Add(name)
	}
	f := fakehost.New(nil)
	f.Put(dns.FileOf("powerdns"), byHTTP, 0o600)
	f.Serve(p.Net())
	return f
}

// soa changes each field of the SOA record.
func soa() []ral.Attr {
	a := raltest.A
	return []ral.Attr{
		a("primary_ns", "NS2.example.com."), a("contact", "dns.admin@example.net"), a("refresh", "7200"), a("retry", "600"),
		a("expire", "86400"), a("minimum", "60"), a("ttl", "900"),
	}
}

func byUpdate() raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "dnszone", Provider: "rfc2136", Watch: []string{"/etc"},
		NotCovered: map[string]string{"ensure": "an update makes no zone and removes none"},
		Cases:      []raltest.Case{{Title: "example.com", Changes: soa()}},
	}
}

func byAPI() raltest.Suite {
	a, l := raltest.A, raltest.L
	return raltest.Suite{
		Register: Register, Type: "dnszone", Provider: "powerdns", Watch: []string{"/etc"},
		Cases: []raltest.Case{
			{
				Title: "new.example.net", Create: []ral.Attr{a("kind", "primary"), a("minimum", "90")}, Remove: "absent",
				With: []ral.Attr{l("nameservers", "ns1.example.com", "ns2.example.com")}, Changes: append(soa(), a("kind", "native"), a("kind", "secondary")),
			},
			{Title: "0/25.2.0.192.in-addr.arpa", Create: []ral.Attr{}, Remove: "absent"},
			{
				Title: "second.example.net", Create: []ral.Attr{a("kind", "secondary"), a("primaries", "192.0.2.53")}, Remove: "absent",
				Changes: []ral.Attr{l("primaries", "192.0.2.54", "192.0.2.55:5300")},
			},
		},
	}
}

func TestSuite(t *testing.T) {
	t.Run("rfc2136", func(t *testing.T) {
		s := byUpdate()
		s.Host = func(*testing.T) host.Host { return nameserver().Host }
		s.Run(t)
	})
	t.Run("powerdns", func(t *testing.T) {
		s := byAPI()
		s.Host = func(*testing.T) host.Host { return powerdns("example.com.").Host }
		s.Run(t)
	})
}

func TestExample(t *testing.T) {
	raltest.Example(t, Register, "dnszone", powerdns().Host)
}
