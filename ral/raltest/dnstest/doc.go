// Package dnstest provides DNS services in memory for tests.
//
// Nameserver answers zone transfers and applies updates (RFC 2136, 3.4.2) for a single zone;
// PowerDNS serves the HTTP API of a PowerDNS server. Each has a method Net that returns it as
// the network of a fakehost.Host. They implement only the requests that ralsh sends to BIND, Knot
// and PowerDNS. Account creates an empty root with a file of credentials; Signed and ByAPI
// return the contents of such a file for a real server.
package dnstest
