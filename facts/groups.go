package facts

import "ralsh/ral/value"

// factGroups are Facter's groups (Facter::Config::FACT_GROUPS); those without
// facts are for other systems, or need a server on the network.
var factGroups = [...]struct {
	name  string
	facts []string
}{
	{"AIX NIM type", nil},
	{"EC2", nil},
	{"GCE", nil},
	{"Solaris zone", nil},
	{"Xen", []string{"xen"}},
	{"augeas", []string{"augeas"}},
	{"ZFS", nil},
	{"ZFS storage pool", nil},
	{"desktop management interface", []string{"dmi"}},
	{"disks", []string{"disks"}},
	{"file system", []string{"mountpoints", "filesystems", "partitions"}},
	{"fips", []string{"fips_enabled"}},
	{"hypervisors", []string{"hypervisors"}},
	{"id", []string{"identity"}},
	{"kernel", []string{"kernel", "kernelversion", "kernelrelease", "kernelmajversion"}},
	{"ldom", nil},
	{"load_average", []string{"load_averages"}},
	{"memory", []string{"memory"}},
	{"networking", []string{"networking"}},
	{"operating system", []string{"os"}},
	{"path", []string{"path"}},
	{"processor", []string{"processors"}},
	{"ssh", []string{"ssh"}},
	{"system profiler", nil},
	{"timezone", []string{"timezone"}},
	{"uptime", []string{"system_uptime"}},
	{"virtualization", []string{"virtual", "is_virtual", "cloud"}},
}

// isGroup reports whether a name is that of a group.
func isGroup(own value.Value, name string) bool {
	if name == "legacy" || !at(own, name).IsNil() {
		return true
	}
	for _, known := range factGroups {
		if known.name == name {
			return true
		}
	}
	return false
}

// members returns the facts of a group defined in facter.conf or by Facter,
// otherwise the name itself, which is a fact or the name of a file.
func members(own value.Value, group string) []string {
	if list := texts(at(own, group)); len(list) > 0 {
		return list
	}
	for _, known := range factGroups {
		if known.name == group {
			return known.facts
		}
	}
	return []string{group}
}
