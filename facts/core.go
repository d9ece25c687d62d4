package facts

import (
	"context"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// core returns the built-in facts. Facts from the same files are resolved
// together.
func core() []resolution {
	return []resolution{
		{kind: Core, facts: []string{"augeas"}, find: built(augeas), queries: []host.Query{{Name: augparse, Args: []string{"--version"}}}},
		{kind: Core, facts: []string{"disks"}, find: built(disks)},
		{kind: Core, facts: []string{"dmi"}, find: built(dmi)},
		{kind: Core, facts: []string{"filesystems"}, find: built(filesystems)},
		{kind: Core, facts: []string{"fips_enabled"}, find: built(fips)},
		{kind: Core, facts: []string{"identity"}, find: built(identity)},
		{kind: Core, facts: []string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"}, find: built(kernel)},
		{kind: Core, facts: []string{"load_averages"}, find: built(loadAverages)},
		{kind: Core, facts: []string{"memory"}, find: built(memory)},
		{kind: Core, facts: []string{"mountpoints"}, find: built(mountpoints)},
		{kind: Core, facts: []string{"networking"}, find: built(networking), queries: []host.Query{{Name: dhcpcd, Args: []string{"-U", "*"}}}},
		{kind: Core, facts: []string{"os"}, find: built(osFacts)},
		{kind: Core, facts: []string{"partitions"}, find: built(partitions), queries: []host.Query{{Name: blkid}}},
		{kind: Core, facts: []string{"path"}, find: built(searchPath)},
		{kind: Core, facts: []string{"processors"}, find: built(processors)},
		{kind: Core, facts: []string{"ssh"}, find: built(ssh)},
		{kind: Core, facts: []string{"system_uptime"}, find: built(uptime)},
		{kind: Core, facts: []string{"timezone"}, find: built(timezone)},
		{kind: Core, facts: []string{"virtual", "is_virtual", "hypervisors", "cloud"}, find: built(virtual), queries: virtualQueries()},
		{kind: Core, facts: []string{"xen"}, find: built(xenDomains), queries: []host.Query{{Name: xl, Args: []string{"list"}}}},
	}
}

// built converts a function that finds built-in facts.
func built(find func(context.Context, host.Reader, *leaf.Builder)) func(context.Context, host.Reader, *result) {
	return func(ctx context.Context, rd host.Reader, b *result) { find(ctx, rd, &b.Builder) }
}
