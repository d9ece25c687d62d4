package facts

import "ralsh/ral/host"

// core returns the built-in facts. Facts from the same files are resolved
// together.
func core() []resolution {
	return []resolution{
		{kind: Core, facts: []string{"augeas"}, find: augeas, queries: []host.Query{{Name: augparse, Args: []string{"--version"}}}},
		{kind: Core, facts: []string{"disks"}, find: disks},
		{kind: Core, facts: []string{"dmi"}, find: dmi},
		{kind: Core, facts: []string{"filesystems"}, find: filesystems},
		{kind: Core, facts: []string{"fips_enabled"}, find: fips},
		{kind: Core, facts: []string{"identity"}, find: identity},
		{kind: Core, facts: []string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"}, find: kernel},
		{kind: Core, facts: []string{"load_averages"}, find: loadAverages},
		{kind: Core, facts: []string{"memory"}, find: memory},
		{kind: Core, facts: []string{"mountpoints"}, find: mountpoints},
		{kind: Core, facts: []string{"networking"}, find: networking, queries: []host.Query{{Name: dhcpcd, Args: []string{"-U", "*"}}}},
		{kind: Core, facts: []string{"os"}, find: osFacts},
		{kind: Core, facts: []string{"partitions"}, find: partitions, queries: []host.Query{{Name: blkid}}},
		{kind: Core, facts: []string{"path"}, find: searchPath},
		{kind: Core, facts: []string{"processors"}, find: processors},
		{kind: Core, facts: []string{"ssh"}, find: ssh},
		{kind: Core, facts: []string{"system_uptime"}, find: uptime},
		{kind: Core, facts: []string{"timezone"}, find: timezone},
		{kind: Core, facts: []string{"virtual", "is_virtual", "hypervisors", "cloud"}, find: virtual, queries: virtualQueries()},
		{kind: Core, facts: []string{"xen"}, find: xenDomains, queries: []host.Query{{Name: xl, Args: []string{"list"}}}},
	}
}
