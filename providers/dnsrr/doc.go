// Package dnsrr implements the type dnsrr: all records of one name and one type
// on a DNS service.
//
// Register adds one provider per service of package services; With does the
// same for other services, such as those of a test. The behaviour is the same
// for all of them: it reads zones through a dns.Cache and collects changes for
// Flush. Values are compared in the canonical form of package record, without
// order.
//
// A resource belongs to the zone it names, or else to the longest zone of the
// accounts that contains its name. If there is none, the resource is absent,
// and writing it fails with a ral.DependencyError, because a dnszone of the
// same run may create the zone. Resources of one zone are written together, in
// one request. Record types that package record does not support are neither
// listed nor changed. Rules across attributes cite
// their RFC in validate.go: 1034 and 1912 for CNAME, 2782 for SRV, 7505 for MX.
package dnsrr
