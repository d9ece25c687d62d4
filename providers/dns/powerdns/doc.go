// Package powerdns implements the DNS service of a PowerDNS authoritative
// server.
//
// A Client uses the server's HTTP API (doc.powerdns.com/authoritative/http-api)
// with the URL and API key of its account. It can create and
// delete zones.
//
// Edit changes all its sets in one PATCH request. The request replaces
// whole sets, so the zone is read first and disabled records are sent back with
// their sets; Records omits them. The server increments the serial of a
// zone.
package powerdns
