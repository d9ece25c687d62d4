package facts

import (
	"ralsh/ral/lazyre"
	"ralsh/ral/noise"
)

// ClassOf returns how important a difference of a fact between two hosts is, by its
// dotted name.
func ClassOf(name string) noise.Class { return noise.ByName(classes(), name, noise.Chosen) }

func classes() []noise.Named {
	return []noise.Named{
		{Class: noise.Volatile, Names: lazyre.New(`^(` +
			`load_averages\..*|system_uptime\..*|processors\.speed|networking\.interfaces\..*\.operational_state|` +
			`memory\.(system|swap)\.(available|available_bytes|used|used_bytes|capacity)|` +
			`mountpoints\..*\.(available|available_bytes|used|used_bytes|capacity)|` +
			`zfs_zpoolnumber)$`)},
		{Class: noise.Identity, Names: lazyre.New(`^(` +
			`(ec2|az)_metadata\..*|networking\.(hostname|fqdn|ip6?|mac|network6?|bindings6?|dhcp)|` +
			`networking\.interfaces\..*\.(ip6?|mac|network6?|bindings6?|dhcp)|` +
			`dmi\..*\.(serial_number|uuid|asset_tag)|` +
			`disks\..*\.(serial|wwn)|partitions\..*\.(uuid|partuuid)|` +
			`ssh\..*|identity\..*|hypervisors\..*)$`)},
		{Class: noise.State, Names: lazyre.New(`^(path|` +
			`mountpoints\..*|partitions\..*|disks\..*|networking\.interfaces\..*)$`)},
	}
}
