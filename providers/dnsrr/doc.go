// Package dnsrr implements the type dnsrr: all records of a name and a type on a DNS
// service.
//
// Register adds a provider per service of package services; With does the same for other
// services, for example of a test. All providers share a behaviour: it reads zones
// through a dns.Cache and collects changes for Flush. It compares values in the canonical
// form of package record, without order.
//
// A resource belongs to its declared zone, or to the longest zone of the accounts that
// contains its name. Without a zone, the resource is absent, and writing it fails with a
// ral.DependencyError, because a dnszone of the same run may create the zone. Resources
// of the same zone are written together, in a single request. The provider does not list
// or change record types that package record does not support. validate.go cites the RFCs
// of the rules across attributes: 1034 and 1912 for CNAME, 2782 for SRV, 7505 for MX.
package dnsrr
