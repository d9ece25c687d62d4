package facts

import "strings"

// LegacyNames returns Facter's flat names for a dotted name, sorted by kind:
// "operatingsystem" for os.name, "ipaddress_eth0" for
// networking.interfaces.eth0.ip.
func LegacyNames(name string) []string {
	var names []string
	for _, pair := range flatNames {
		if pair[1] == name {
			names = append(names, pair[0])
		}
	}
	for old, path := range flatMegabytes {
		if path == name {
			names = append(names, old)
		}
	}
	if old := oldPart(name); old != "" {
		names = append(names, old)
	}
	return names
}

// oldPart returns the flat name that contains the name of a part.
func oldPart(name string) string {
	switch name {
	case "networking.interfaces":
		return "interfaces"
	case "disks":
		return "blockdevices"
	case "xen.domains":
		return "xendomains"
	}
	if n, is := strings.CutPrefix(name, "processors.models."); is {
		return "processor" + n
	}
	last := strings.LastIndexByte(name, '.')
	if last < 0 {
		return ""
	}
	part, leaf := name[:last], name[last+1:]
	if link, is := strings.CutPrefix(part, "networking.interfaces."); is {
		for old, of := range flatLink {
			if of == leaf {
				return old + "_" + link
			}
		}
	}
	if disk, is := strings.CutPrefix(part, "disks."); is {
		for suffix, of := range flatDisk {
			if of == "."+leaf {
				return "blockdevice_" + disk + suffix
			}
		}
	}
	kind, isKey := strings.CutPrefix(part, "ssh.")
	switch {
	case isKey && leaf == "key":
		return "ssh" + kind + "key"
	case isKey && leaf == "fingerprints":
		return "sshfp_" + kind
	}
	return ""
}
