// Package dns provides access to DNS services for the types dnszone and dnsrr.
//
// A Service is a kind of DNS service and becomes a provider of dnsrr and of dnszone. Its
// Open function returns a Client for an Account, a section of /etc/ralsh/PROVIDER.ini.
// Clients access the network through a Conn, which contains no Writer while a resource is
// only read. A Cache contains the data of a service during a run: accounts, zones (Place)
// and records grouped by name and type (Set). It reads a zone as a whole and only once,
// even after an error, until Forget. A Cache is safe for concurrent use; its reads wait
// for each other.
//
// A credentials file must not be world-accessible. An Account prints only its name, and
// errors contain no credentials.
package dns
