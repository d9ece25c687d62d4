// Package dnszone implements the type dnszone: the zones of a DNS service, and
// their SOA records.
//
// There is one provider for each service of package services whose clients
// implement dns.ZoneKeeper. All share one behaviour, which finds accounts and
// zones through a dns.Cache and collects changes for Flush. The SOA record is
// written as a whole, with the values that were read for what is not declared.
// The other records of a zone are resources of type dnsrr.
//
// Only providers with the feature kinds (powerdns) can create and remove zones;
// rfc2136 changes the SOA of the zones that its account names. The serial is
// read-only, because every change increments it. A listing asks each account
// once for its zones; how many requests that takes depends on the service.
package dnszone
