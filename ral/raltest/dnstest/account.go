package dnstest

import (
	"fmt"
	"path/filepath"
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
	real.Write(t, filepath.Join(root, dns.FileOf(provider)), text, 0o600)
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
