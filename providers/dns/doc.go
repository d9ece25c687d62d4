// Package dns provides access to DNS services for the types dnszone and dnsrr.
//
// A Service is a kind of DNS service and becomes a provider of dnsrr and of
// dnszone. Its Open function returns a Client for one Account, a section of
// /etc/ralsh/PROVIDER.ini. Clients reach the network through a Conn, which has
// no Writer while a resource is only read.
// A Cache holds what a run knows of a service: accounts, zones (Place) and
// records grouped by name and type (Set). It reads a zone as a whole and only
// once, also if that failed, until Forget is called. A Cache is safe for
// concurrent use; its reads wait for each other.
//
// A file of credentials must not be world-accessible. An Account prints as its
// name only, and credentials do not appear in errors.
package dns
