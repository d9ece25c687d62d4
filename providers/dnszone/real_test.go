package dnszone

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ralsh/providers/dns"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

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

func TestReal(t *testing.T) {
	named := func(t *testing.T, d real.DNS) host.Host {
		return below(t, "rfc2136", fmt.Sprintf("[main]\nserver = %s\nzones = example.com\nkey = %s\nsecret = %s\n", d.Address, d.Key, d.Secret))
	}
	api := func(t *testing.T) host.Host {
		d := real.PowerDNS(t)
		return below(t, "powerdns", fmt.Sprintf("[main]\nurl = %s\napi_key = %s\n", d.API, d.APIKey))
	}
	hosts := []string{"ns2 A 192.0.2.54"}
	for name, start := range map[string]func(*testing.T) host.Host{
		"bind": func(t *testing.T) host.Host { return named(t, real.Bind(t, "example.com", hosts...)) },
		"knot": func(t *testing.T) host.Host { return named(t, real.Knot(t, "example.com", hosts...)) },
	} {
		t.Run(name, func(t *testing.T) {
			s := byUpdate()
			s.Host = start
			s.Run(t)
		})
	}
	t.Run("powerdns", func(t *testing.T) {
		s := byAPI()
		s.Host = api
		s.Run(t)
	})
	t.Run("example", func(t *testing.T) { raltest.Example(t, Register, "dnszone", api(t)) })
}
