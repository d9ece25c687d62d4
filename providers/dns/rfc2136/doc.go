// Package rfc2136 implements the DNS service of a name server, for example BIND or Knot.
//
// A Client reads a zone by transfer (AXFR, RFC 5936) and changes it by update (RFC 2136).
// Both are signed with TSIG (RFC 8945) if the account has a key. A name server does not
// list its zones, so the settings of the account must. An update cannot create or delete
// a zone, so CreateZone and DeleteZone always fail.
//
// Edit sends all its changes in a single update. Changes that do not fit into a message
// are split between sets, and are then not atomic. Edit adds new name servers of a zone
// before it removes the old servers, because a server does not remove all servers (RFC
// 2136, 3.4.2.3); that takes an additional transfer of the zone.
package rfc2136
