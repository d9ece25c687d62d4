package dnszone

import (
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/dnstest"
	"ralsh/ral/raltest/real"
)

func TestReal(t *testing.T) {
	named := func(t *testing.T, d real.DNS) host.Host {
		return dnstest.Account(t, "rfc2136", dnstest.Signed(d))
	}
	api := func(t *testing.T) host.Host {
		d := real.PowerDNS(t)
		return dnstest.Account(t, "powerdns", dnstest.ByAPI(d))
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
