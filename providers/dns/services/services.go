// Package services lists the DNS services that ralsh is built with. One of
// somebody else's, a package of github.com/libdns, is one import and one line:
// dns.Library[acme.Provider]("acme", "ACME's API.").
package services

import (
	"ralsh/providers/dns"
	"ralsh/providers/dns/powerdns"
	"ralsh/providers/dns/rfc2136"
)

// All are the services, in the order of registration.
func All() []dns.Service {
	return []dns.Service{
		rfc2136.Service(),
		powerdns.Service(),
	}
}
