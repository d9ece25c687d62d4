package dnsrr

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/providers/dns"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// zoneLines are the records of some, in the words of a zone file, and the
// addresses without which BIND refuses mail and name servers.
func zoneLines() []string {
	return []string{
		"www 300 A 192.0.2.1", "www 300 A 192.0.2.2", "@ MX 10 mail.example.com.", `@ TXT "v=spf1" " -all"`,
		"mail A 192.0.2.20", "mx1 A 192.0.2.21", "mx2 A 192.0.2.22", "ns2 A 192.0.2.54", "ns3 A 192.0.2.55",
		"ssh SSHFP 4 2 123456789abcdef67890123456789abcdef67890123456789abcdef123456789",
	}
}

// below is this machine below an empty root with a file of credentials.
func below(t *testing.T, provider, text string) host.Host {
	t.Helper()
	root := t.TempDir()
	file := filepath.Join(root, dns.FileOf(provider))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := host.Below(root)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func named(d real.DNS, zones string) string {
	return fmt.Sprintf("[main]\nserver = %s\nzones = %s\nkey = %s\nalgorithm = hmac-sha256\nsecret = %s\n", d.Address, zones, d.Key, d.Secret)
}

func TestBind(t *testing.T) {
	s := suite("rfc2136")
	s.Host = func(t *testing.T) host.Host {
		return below(t, "rfc2136", named(real.Bind(t, "example.com", zoneLines()...), "example.com"))
	}
	s.Run(t)
}

func TestKnot(t *testing.T) {
	s := suite("rfc2136")
	s.Host = func(t *testing.T) host.Host {
		return below(t, "rfc2136", named(real.Knot(t, "example.com", zoneLines()...), "example.com"))
	}
	s.Run(t)
}

func TestPowerDNS(t *testing.T) {
	s := suite("powerdns")
	s.Host = func(t *testing.T) host.Host { return withZone(t, real.PowerDNS(t)) }
	s.Run(t)
}

// withZone makes the zone on the server by its API, and an account.
func withZone(t *testing.T, d real.DNS) host.Host {
	t.Helper()
	body := `{"name":"example.com.","kind":"Native","nameservers":["ns1.example.com."],"rrsets":[
		{"name":"www.example.com.","type":"A","ttl":300,"records":[{"content":"192.0.2.1"},{"content":"192.0.2.2"}]},
		{"name":"example.com.","type":"MX","ttl":3600,"records":[{"content":"10 mail.example.com."}]},
		{"name":"example.com.","type":"TXT","ttl":3600,"records":[{"content":"\"v=spf1\" \" -all\""}]}]}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.API+"/api/v1/servers/localhost/zones", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-API-Key", d.APIKey)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		t.Fatalf("making the zone: %s\n%s", answer.Status, d.Log())
	}
	return below(t, "powerdns", fmt.Sprintf("[main]\nurl = %s\napi_key = %s\n", d.API, d.APIKey))
}

func TestExampleReal(t *testing.T) {
	raltest.Example(t, Register, "dnsrr", below(t, "rfc2136", named(real.Bind(t, "example.com"), "example.com")))
}
