// Package powerdns implements the DNS service of a PowerDNS authoritative server.
//
// A Client uses the HTTP API of the server (doc.powerdns.com/authoritative/http-api) with
// the URL and API key of its account. It can create and delete zones.
//
// Edit changes all its sets in a single PATCH request. The request replaces whole sets,
// so Edit reads the zone first and sends disabled records back with their sets; Records
// omits them. The server increments the serial of a zone.
package powerdns
