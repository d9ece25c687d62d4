package facts

import (
	"slices"
	"testing"
)

// Each legacy name leads to its fact.
func TestOldNames(t *testing.T) {
	for name, want := range map[string]string{
		"os.name": "operatingsystem", "memory.swap.total_bytes": "swapsize_mb", "networking.interfaces.eth0.100.ip6": "ipaddress6_eth0.100",
		"networking.interfaces": "interfaces", "disks": "blockdevices", "disks.sda.size_bytes": "blockdevice_sda_size",
		"processors.models.3": "processor3", "ssh.rsa.key": "sshrsakey", "ssh.rsa.fingerprints": "sshfp_rsa", "networking.mtu": "",
		"kernel": "", "disks.sda.wwn": "", "xen.domains": "xendomains",
	} {
		names := LegacyNames(name)
		if want == "" && len(names) == 0 {
			continue
		}
		if !slices.Contains(names, want) {
			t.Errorf("%s has %v, want %q", name, names, want)
		}
		for _, old := range names {
			if led, is := flat(old); !is || led.path != name {
				t.Errorf("%s leads to %q, want %s", old, led.path, name)
			}
		}
	}
}
