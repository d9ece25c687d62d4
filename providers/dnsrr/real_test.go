package dnsrr

import (
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/raltest/real"
)

// zoneLines returns the records of some in zone file syntax, and the addresses
// without which BIND rejects mail and name servers.
func zoneLines() []string {
	return []string{
		"www 300 A 192.0.2.1", "www 300 A 192.0.2.2", "@ MX 10 mail.example.com.", `@ TXT "v=spf1" " -all"`,
		"mail A 192.0.2.20", "mx1 A 192.0.2.21", "mx2 A 192.0.2.22", "ns2 A 192.0.2.54", "ns3 A 192.0.2.55",
		"ssh SSHFP 4 2 123456789abcdef67890123456789abcdef67890123456789abcdef123456789",
	}
}

func TestBind(t *testing.T) {
	s := suite("rfc2136")
	s.Host = func(t *testing.T) host.Host {
		return dnstest.Account(t, "rfc2136", dnstest.Signed(real.Bind(t, "example.com", zoneLines()...)))
	}
	s.Run(t)
}

func TestKnot(t *testing.T) {
	s := suite("rfc2136")
	s.Host = func(t *testing.T) host.Host {
		return dnstest.Account(t, "rfc2136", dnstest.Signed(real.Knot(t, "example.com", zoneLines()...)))
	}
	s.Run(t)
}

func TestPowerDNS(t *testing.T) {
	s := suite("powerdns")
	s.Host = func(t *testing.T) host.Host { return withZone(t, real.PowerDNS(t)) }
	s.Run(t)
}

// withZone creates the zone on the server with its API, and an account.
func withZone(t *testing.T, d real.DNS) host.Host {
	t.Helper()
	body := `{"name":"example.com.","kind":"Native","nameservers":["ns1.example.com."],"rrsets":[
		{"name":"www.example.com.","type":"A","ttl":300,"records":[{"content":"192.0.2.1"},{"content":"192.0.2.2"}]},
		{"name":"example.com.","type":"MX","ttl":3600,"records":[{"content":"10 mail.example.com."}]},
		{"name":"example.com.","type":"TXT","ttl":3600,"records":[{"content":"\"v=spf1\" \" -all\""}]}]}`
	d.MakeZone(t, body)
	return dnstest.Account(t, "powerdns", dnstest.ByAPI(d))
}

func TestExampleReal(t *testing.T) {
	raltest.Example(t, Register, "dnsrr", dnstest.Account(t, "rfc2136", dnstest.Signed(real.Bind(t, "example.com"))))
}
