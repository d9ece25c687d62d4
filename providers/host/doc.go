// Package hosts implements the type host: the entries of /etc/hosts.
//
// The directory is named after the type; the package is called hosts, so that
// its name differs from that of package ral/host. The only provider, parsed, is
// a parsedfile.Provider with the line format of hosts(5): address, name,
// aliases and comment. Validation and error messages are those of Puppet's
// host_core (semantics.md section 8).
//
// Lines that are not managed are kept byte for byte. A name may have one IPv4
// and one IPv6 entry; more than that is a finding. A line without a valid
// address or without a name is reported as damaged and is not an instance.
// Several resources of one file are written together.
package hosts
