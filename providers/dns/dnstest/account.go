package dnstest

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

// Account is this machine below an empty root with a provider's file of
// credentials.
func Account(t testing.TB, provider, text string) host.Host {
	t.Helper()
	root := t.TempDir()
	file := filepath.Join(root, dns.FileOf(provider))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return raltest.Below(t, root)
}

// Signed is the account of rfc2136 on a server, for its zone example.com.
func Signed(d real.DNS) string {
	return fmt.Sprintf("[main]\nserver = %s\nzones = example.com\nkey = %s\nalgorithm = hmac-sha256\nsecret = %s\n", d.Address, d.Key, d.Secret)
}

// ByAPI is the account of powerdns on a server.
func ByAPI(d real.DNS) string {
	return fmt.Sprintf("[main]\nurl = %s\napi_key = %s\n", d.API, d.APIKey)
}

// MakeZone makes a zone by the API of PowerDNS; body is the request's.
func MakeZone(t testing.TB, d real.DNS, body string) {
	t.Helper()
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
}
