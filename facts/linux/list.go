package linux

import (
	"context"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// Resolution finds the facts that are in the same files.
type Resolution struct {
	Facts   []string
	Find    func(ctx context.Context, rd host.Reader, b *leaf.Builder)
	Queries []host.Query // commands that Find may run
	Named   bool         // only read if it is named: it takes as long as all others together
}

// Resolutions returns the ways to find all facts of this package. server is the metadata
// server of a cloud, "" if none may be asked.
func Resolutions(server string) []Resolution {
	return []Resolution{
		{Facts: []string{"aio_agent_version"}, Find: agentVersion},
		{Facts: []string{"augeas"}, Find: augeas, Queries: []host.Query{{Name: augparse, Args: []string{"--version"}}}},
		{Facts: []string{"az_metadata"}, Find: cloud{server}.azure, Queries: virtualQueries()},
		{Facts: []string{"disks"}, Find: disks},
		{Facts: []string{"dmi"}, Find: dmi},
		{Facts: []string{"ec2_metadata", "ec2_userdata"}, Find: cloud{server}.ec2, Queries: virtualQueries()},
		{Facts: []string{"facterversion"}, Find: facterVersion},
		{Facts: []string{"filesystems"}, Find: filesystems},
		{Facts: []string{"fips_enabled"}, Find: fips},
		{Facts: []string{"identity"}, Find: identity},
		{Facts: []string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"}, Find: kernel},
		{Facts: []string{"load_averages"}, Find: loadAverages},
		{Facts: []string{"memory"}, Find: memory},
		{Facts: []string{"mountpoints"}, Find: mountpoints},
		{Facts: []string{"networking"}, Find: networking, Queries: []host.Query{{Name: dhcpcd, Args: []string{"-U", "*"}}}},
		{Facts: []string{"os"}, Find: osFacts},
		{Facts: []string{"partitions"}, Find: partitions, Queries: []host.Query{{Name: blkid}}},
		{Facts: []string{"path"}, Find: searchPath},
		{Facts: []string{"processors"}, Find: processors},
		{Facts: []string{"ruby"}, Find: ruby, Queries: rubyQueries(), Named: true},
		{Facts: []string{"ssh"}, Find: ssh},
		{Facts: []string{"system_uptime"}, Find: uptime},
		{Facts: []string{"timezone"}, Find: timezone},
		{Facts: []string{"virtual", "is_virtual", "hypervisors", "cloud"}, Find: virtual, Queries: virtualQueries()},
		{Facts: []string{"xen"}, Find: xenDomains, Queries: []host.Query{{Name: xl, Args: []string{"list"}}}},
		{Facts: []string{"zfs_version", "zfs_featurenumbers"}, Find: zfs, Queries: []host.Query{{Name: "zfs", Args: supported()}}},
		{
			Facts: []string{"zpool_version", "zpool_featurenumbers", "zpool_featureflags"}, Find: zpool,
			Queries: []host.Query{{Name: "zpool", Args: supported()}},
		},
	}
}
