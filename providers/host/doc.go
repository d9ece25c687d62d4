// Package hosts implements the type host: the entries of /etc/hosts.
//
// The directory has the name of the type. The package is called hosts, to differ from
// ral/host. The only provider, parsed, is a parsedfile.Provider with the line format of
// hosts(5): address, name, aliases and comment. Validation and error messages are the
// same as in Puppet's host_core (semantics.md section 8).
//
// The provider keeps unmanaged lines byte for byte. A name may have an IPv4 and an IPv6
// entry; more entries are a finding. A line without a valid address or without a name is
// malformed and not an instance. Several resources of the same file are written together.
package hosts
