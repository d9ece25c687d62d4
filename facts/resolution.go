package facts

import (
	"context"

	"ralsh/ral/host"
)

// resolution is one way to find facts. A fact may have several: the heaviest is
// asked first, of those that weigh the same the one that was named first, and
// the first that has a value wins. One that fails ends the search.
type resolution struct {
	facts   []string // the top-level facts that it may find
	weight  int
	queries []host.Query // the commands it may run
	find    func(ctx context.Context, look host.Look, s *sheet)
}

// core are the facts that ralsh knows by itself. Facts that are read from the
// same files are found together.
func core() []resolution {
	return []resolution{
		{facts: []string{"augeas"}, find: augeas, queries: []host.Query{{Name: augparse, Args: []string{"--version"}}}},
		{facts: []string{"disks"}, find: disks},
		{facts: []string{"dmi"}, find: dmi},
		{facts: []string{"filesystems"}, find: filesystems},
		{facts: []string{"fips_enabled"}, find: fips},
		{facts: []string{"identity"}, find: identity},
		{facts: []string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"}, find: kernel},
		{facts: []string{"load_averages"}, find: loadAverages},
		{facts: []string{"memory"}, find: memory},
		{facts: []string{"mountpoints"}, find: mountpoints},
		{facts: []string{"networking"}, find: networking, queries: []host.Query{{Name: dhcpcd, Args: []string{"-U", "*"}}}},
		{facts: []string{"os"}, find: osFacts},
		{facts: []string{"partitions"}, find: partitions, queries: []host.Query{{Name: blkid}}},
		{facts: []string{"path"}, find: searchPath},
		{facts: []string{"processors"}, find: processors},
		{facts: []string{"ssh"}, find: ssh},
		{facts: []string{"system_uptime"}, find: uptime},
		{facts: []string{"timezone"}, find: timezone},
		{facts: []string{"virtual", "is_virtual", "hypervisors", "cloud"}, find: virtual, queries: virtualQueries()},
		{facts: []string{"xen"}, find: xenDomains, queries: []host.Query{{Name: xl, Args: []string{"list"}}}},
	}
}
