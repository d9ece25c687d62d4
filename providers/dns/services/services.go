// Package services lists the DNS services that are built into ralsh.
//
// The types dnsrr and dnszone have one provider per service in All.
package services

import (
	"ralsh/providers/dns"
	"ralsh/providers/dns/powerdns"
	"ralsh/providers/dns/rfc2136"
)

// All returns the services, in the order of registration.
func All() []dns.Service {
	return []dns.Service{
		rfc2136.Service(),
		powerdns.Service(),
	}
}
