package facts

import (
	"slices"
	"strings"
)

// flatName returns the structured fact of a flat name.
func flatName(name string) (path string, ok bool) {
	i, ok := slices.BinarySearchFunc(flatNames[:], name, func(pair [2]string, name string) int {
		return strings.Compare(pair[0], name)
	})
	if !ok {
		return "", false
	}
	return flatNames[i][1], true
}

// flatNames are the flat names that are other names of a structured fact
// (Facter, "Legacy facts").
var flatNames = [...][2]string{ // sorted
	{"architecture", "os.architecture"},
	{"augeasversion", "augeas.version"},
	{"bios_release_date", "dmi.bios.release_date"},
	{"bios_vendor", "dmi.bios.vendor"},
	{"bios_version", "dmi.bios.version"},
	{"boardassettag", "dmi.board.asset_tag"},
	{"boardmanufacturer", "dmi.board.manufacturer"},
	{"boardproductname", "dmi.board.product"},
	{"boardserialnumber", "dmi.board.serial_number"},
	{"chassisassettag", "dmi.chassis.asset_tag"},
	{"chassistype", "dmi.chassis.type"},
	{"domain", "networking.domain"},
	{"fqdn", "networking.fqdn"},
	{"gid", "identity.group"},
	{"hardwareisa", "processors.isa"},
	{"hardwaremodel", "os.hardware"},
	{"hostname", "networking.hostname"},
	{"id", "identity.user"},
	{"ipaddress", "networking.ip"},
	{"ipaddress6", "networking.ip6"},
	{"lsbdistcodename", "os.distro.codename"},
	{"lsbdistdescription", "os.distro.description"},
	{"lsbdistid", "os.distro.id"},
	{"lsbdistrelease", "os.distro.release.full"},
	{"lsbmajdistrelease", "os.distro.release.major"},
	{"lsbminordistrelease", "os.distro.release.minor"},
	{"lsbrelease", "os.distro.specification"},
	{"macaddress", "networking.mac"},
	{"manufacturer", "dmi.manufacturer"},
	{"memoryfree", "memory.system.available"},
	{"memorysize", "memory.system.total"},
	{"netmask", "networking.netmask"},
	{"netmask6", "networking.netmask6"},
	{"network", "networking.network"},
	{"network6", "networking.network6"},
	{"operatingsystem", "os.name"},
	{"operatingsystemmajrelease", "os.release.major"},
	{"operatingsystemrelease", "os.release.full"},
	{"osfamily", "os.family"},
	{"physicalprocessorcount", "processors.physicalcount"},
	{"processorcount", "processors.count"},
	{"productname", "dmi.product.name"},
	{"scope6", "networking.scope6"},
	{"selinux", "os.selinux.enabled"},
	{"selinux_config_mode", "os.selinux.config_mode"},
	{"selinux_config_policy", "os.selinux.config_policy"},
	{"selinux_current_mode", "os.selinux.current_mode"},
	{"selinux_enforced", "os.selinux.enforced"},
	{"selinux_policyversion", "os.selinux.policy_version"},
	{"serialnumber", "dmi.product.serial_number"},
	{"swapencrypted", "memory.swap.encrypted"},
	{"swapfree", "memory.swap.available"},
	{"swapsize", "memory.swap.total"},
	{"uptime", "system_uptime.uptime"},
	{"uptime_days", "system_uptime.days"},
	{"uptime_hours", "system_uptime.hours"},
	{"uptime_seconds", "system_uptime.seconds"},
	{"uuid", "dmi.product.uuid"},
}

var flatMegabytes = map[string]string{
	"memoryfree_mb": "memory.system.available_bytes",
	"memorysize_mb": "memory.system.total_bytes",
	"swapfree_mb":   "memory.swap.available_bytes",
	"swapsize_mb":   "memory.swap.total_bytes",
}

var flatDisk = map[string]string{"_model": ".model", "_size": ".size_bytes", "_vendor": ".vendor"}

var flatLink = map[string]string{
	"ipaddress": "ip", "ipaddress6": "ip6", "macaddress": "mac", "mtu": "mtu", "netmask": "netmask",
	"netmask6": "netmask6", "network": "network", "network6": "network6", "scope6": "scope6",
}
