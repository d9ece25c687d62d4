package facts

import "ralsh/ral/value"

// members are the facts of a group: one that facter.conf defines, one of
// Facter's (Facter::Config::FACT_GROUPS), else the name itself, which is a fact
// or the name of a file.
func members(own value.Value, group string) []string {
	if list := texts(at(own, group)); len(list) > 0 {
		return list
	}
	switch group {
	case "Xen":
		return []string{"xen"}
	case "desktop management interface":
		return []string{"dmi"}
	case "file system":
		return []string{"mountpoints", "filesystems", "partitions"}
	case "fips":
		return []string{"fips_enabled"}
	case "id":
		return []string{"identity"}
	case "kernel":
		return []string{"kernel", "kernelversion", "kernelrelease", "kernelmajversion"}
	case "load_average":
		return []string{"load_averages"}
	case "operating system":
		return []string{"os"}
	case "processor":
		return []string{"processors"}
	case "uptime":
		return []string{"system_uptime"}
	case "virtualization":
		return []string{"virtual", "is_virtual", "cloud"}
	}
	return []string{group}
}
