package facts

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/value"
)

// factGroups are Facter's groups (Facter::Config::FACT_GROUPS). Groups without facts are
// for different systems.
var factGroups = [...]struct {
	name  string
	facts []string
}{
	{"AIX NIM type", nil},
	{"EC2", []string{"ec2_metadata", "ec2_userdata"}},
	{"GCE", nil},
	{"Solaris zone", nil},
	{"Xen", []string{"xen"}},
	{"augeas", []string{"augeas"}},
	{"ZFS", []string{"zfs_version", "zfs_featurenumbers"}},
	{"ZFS storage pool", []string{"zpool_version", "zpool_featureflags", "zpool_featurenumbers"}},
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

// Group is a name for several facts in facter.conf.
type Group struct {
	Name  string
	Facts []string // empty for a group of a different system
}

// Groups returns the groups of facter.conf and Facter's groups that can be blocked or
// cached, sorted by name.
func (f *Facts) Groups(ctx context.Context) []Group {
	groups := slices.Clone(f.Config(ctx).groups)
	named := func(name string) bool {
		return slices.ContainsFunc(groups, func(g Group) bool { return g.Name == name })
	}
	for _, known := range factGroups {
		if !named(known.name) {
			groups = append(groups, Group{known.name, known.facts})
		}
	}
	if !named("legacy") {
		groups = append(groups, Group{Name: "legacy"})
	}
	slices.SortFunc(groups, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	return groups
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

// members returns the facts of a group defined in facter.conf or by Facter, otherwise
// the name, which is a fact or the name of a file.
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
