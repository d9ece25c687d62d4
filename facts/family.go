package facts

import (
	"strings"
)

// families are Facter's, by the IDs of os-release(5).
var families = [...]struct {
	name string
	ids  []string
}{
	{"RedHat", []string{
		"redhat", "rhel", "fedora", "centos", "scientific", "ascendos", "cloudlinux", "psbm", "oraclelinux", "ol",
		"ovs", "oel", "amazon", "amzn", "meego", "xenserver", "xcp-ng", "virtuozzo", "photon", "mariner", "rocky",
		"almalinux",
	}},
	{"Debian", []string{
		"debian", "ubuntu", "huaweios", "linuxmint", "devuan", "kde", "raspbian", "elementary",
	}},
	{"Suse", []string{
		"sles", "sled", "suse", "opensuse", "opensuse-leap", "opensuse-tumbleweed", "sles_sap", "sle-micro",
	}},
	{"Gentoo", []string{"gentoo"}},
	{"Archlinux", []string{"arch", "manjaro"}},
	{"Mandrake", []string{"mandrake", "mandriva", "mageia"}},
}

// family is the family and how it was told; a distribution of none is its own.
func (d *distro) family() (name, why string) {
	for i, word := range strings.Fields(d.words) {
		for _, f := range families {
			for _, id := range f.ids {
				if word == id {
					return f.name, d.because(i, word) + " is of the family " + f.name
				}
			}
		}
	}
	if words := strings.Fields(d.words); len(words) > 0 {
		return capital(words[0]), d.because(0, words[0]) + " is of no other family"
	}
	return "", ""
}

func (d *distro) because(i int, word string) string {
	switch {
	case d.from != osRelease:
		return d.from
	case i == 0:
		return "ID=" + word
	}
	return "ID_LIKE has " + word + ", which"
}
