package facts

import (
	"slices"
	"strings"
)

// families are Facter's families, by the IDs of os-release(5).
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

// family returns the family and its reason: ID_LIKE, or otherwise ID. A distribution
// without a family is a family.
func (d *distro) family() (name, why string) {
	for _, key := range [...]string{"ID_LIKE", "ID"} {
		words := strings.Fields(d.words[key])
		for _, f := range families {
			for _, id := range f.ids {
				if slices.Contains(words, id) {
					return f.name, d.because(key, id) + " belongs to the family " + f.name
				}
			}
		}
	}
	if words := strings.Fields(d.words["ID"]); len(words) > 0 {
		return capital(words[0]), d.because("ID", words[0]) + " belongs to no family of distributions"
	}
	return "", ""
}

func (d *distro) because(key, word string) string {
	switch {
	case d.from != osRelease:
		return d.from
	case key == "ID":
		return "ID=" + word
	}
	return "ID_LIKE contains " + word + ", which"
}
