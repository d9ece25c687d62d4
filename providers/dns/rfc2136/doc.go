// Package rfc2136 implements the DNS service of a name server such as BIND or
// Knot.
//
// A Client reads a zone by transfer (AXFR, RFC 5936) and changes it by update
// (RFC 2136). Both are signed with TSIG (RFC 8945) if the account has a key.
// A name server does not list its zones, so the account must name them; it cannot
// create or delete zones by update either, so CreateZone and DeleteZone always
// fail.
//
// Edit sends all its changes in one update. Changes that do not fit into
// one message are split between sets, and are then not atomic. The name servers
// of a zone are added before old ones are removed, because a server refuses to
// remove all of them (RFC 2136, 3.4.2.3); that takes another transfer of the
// zone.
package rfc2136
