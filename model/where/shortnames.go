package where

import "strings"

// shortName is a short name of a fact that is common in filters.
type shortName struct{ name, fact string }

// shortNames lists the short names. name is not a fact: it is the name by which operators
// address the host.
var shortNames = [...]shortName{
	{"name", ""},
	{"arch", "os.architecture"},
	{"codename", "os.distro.codename"},
	{"cpus", "processors.count"},
	{"domain", "networking.domain"},
	{"family", "os.family"},
	{"fqdn", "networking.fqdn"},
	{"hostname", "networking.hostname"},
	{"ip", "networking.ip"},
	{"ip6", "networking.ip6"},
	{"kernel", "kernelrelease"},
	{"mac", "networking.mac"},
	{"major", "os.release.major"},
	{"memory", "memory.system.total_bytes"},
	{"os", "os.name"},
	{"release", "os.release.full"},
	{"selinux", "os.selinux.enabled"},
	{"virtual", "virtual"},
}

// path returns the path of the fact, nil for the name of the host.
func (s shortName) path() []string {
	if s.fact == "" {
		return nil
	}
	return strings.Split(s.fact, ".")
}
