// Package dnszone implements the type dnszone: the zones of a DNS service, and their SOA
// records.
//
// Each service of package services is a provider. All share a behaviour, which finds
// accounts and zones through a dns.Cache and collects changes for Flush. It writes the
// SOA record as a whole, with the current values of undeclared properties. The other
// records of a zone are resources of type dnsrr.
//
// Only providers with the feature kinds (powerdns) can create and remove zones; rfc2136
// changes the SOA of the zones of its account. The serial is read-only, because every
// change increments it. A listing reads the zones of each account once; the number of
// requests depends on the service.
package dnszone
