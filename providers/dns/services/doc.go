// Package services lists the DNS services that are built into ralsh.
//
// The type dnsrr has one provider per service in All, and dnszone one per
// service whose clients keep zones. A provider package of github.com/libdns
// needs one import and one line in All, and then serves dnsrr only:
// dns.Library[acme.Provider]("acme", "ACME's API.").
package services
