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

// Account returns this machine below an empty root with a provider's credentials
// file.
func Account(t testing.TB, provider, text string) host.Host {
	t.Helper()
	root := t.TempDir()
	real.Write(t, filepath.Join(root, dns.FileOf(provider)), text, 0o600)
	return raltest.Below(t, root)
}

// Signed returns the credentials of rfc2136 for a server and its zone example.com.
func Signed(d real.DNS) string {
	return fmt.Sprintf("[main]\nserver = %s\nzones = example.com\nkey = %s\nalgorithm = hmac-sha256\nsecret = %s\n", d.Address, d.Key, d.Secret)
}

// ByAPI returns the credentials of powerdns for a server.
func ByAPI(d real.DNS) string {
	return fmt.Sprintf("[main]\nurl = %s\napi_key = %s\n", d.API, d.APIKey)
}
