package linux

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// The files in which distributions identify themselves.
const (
	osRelease     = "/etc/os-release"
	vendorRelease = "/usr/lib/os-release"
	debianVersion = "/etc/debian_version"
	devuanVersion = "/etc/devuan_version"
	redhatRelease = "/etc/redhat-release"
	systemRelease = "/etc/system-release"
	alpineRelease = "/etc/alpine-release"
)

// distro holds the contents of these files.
type distro struct {
	release map[string]string // os-release(5)
	words   map[string]string // ID and ID_LIKE in lower case
	from    string            // file that names the distribution
	debian  string
	redhat  string
	system  string
	alpine  string
	devuan  string
	own     sourced // release according to the distribution's release file
}

func readDistro(ctx context.Context, rd host.Reader) (*distro, *host.PathError) {
	d := &distro{from: osRelease}
	texts := map[string]string{}
	for _, file := range []string{
		osRelease, debianVersion, devuanVersion, redhatRelease, systemRelease, alpineRelease,
	} {
		data, err := rd.ReadFile(ctx, file)
		if err != nil && !gone(err) {
			return nil, host.Unreadable(file, err)
		}
		texts[file] = strings.TrimSpace(string(data))
	}
	if texts[osRelease] == "" {
		// os-release(5): the fallback for hosts with an empty /etc.
		data, err := rd.ReadFile(ctx, vendorRelease)
		if errors.Is(err, fs.ErrPermission) {
			return nil, host.Unreadable(vendorRelease, err)
		}
		texts[osRelease] = string(data)
	}
	d.release = assignments(texts[osRelease])
	d.debian, d.redhat = texts[debianVersion], texts[redhatRelease]
	d.system, d.alpine = texts[systemRelease], texts[alpineRelease]
	d.devuan = texts[devuanVersion]
	d.words = map[string]string{"ID": strings.ToLower(d.release["ID"]), "ID_LIKE": strings.ToLower(d.release["ID_LIKE"])}
	if len(d.release) == 0 {
		d.guess()
	}
	d.own = d.ownRelease(ctx, rd)
	return d, nil
}

// guess determines a distribution older than os-release.
func (d *distro) guess() {
	switch {
	case d.redhat != "":
		d.from, d.words = redhatRelease, map[string]string{"ID": "rhel"}
	case d.debian != "":
		d.from, d.words = debianVersion, map[string]string{"ID": "debian"}
		d.release = map[string]string{"ID": "debian", "NAME": "Debian"}
	case d.alpine != "":
		d.from, d.words = alpineRelease, map[string]string{"ID": "alpine"}
		d.release = map[string]string{"ID": "alpine", "NAME": "Alpine"}
	}
}

// is reports whether ids contains os-release's ID.
func (d *distro) is(ids ...string) bool {
	for _, id := range ids {
		if strings.EqualFold(d.release["ID"], id) {
			return true
		}
	}
	return false
}

// name returns the distribution's name in Facter's form: the first word, or two
// joined words for some names.
func (d *distro) name() string {
	if d.devuan != "" || d.is("linuxmint") {
		return capital(d.release["ID"])
	}
	name := d.release["NAME"]
	if name == "" && d.redhat != "" {
		return strings.Join(firstWords(bannerWords(d.redhat), 2), "")
	}
	words := strings.Fields(name)
	if len(words) == 0 {
		return capital(d.release["ID"])
	}
	lower := strings.ToLower(name)
	switch {
	case hasAnyPrefix(lower, "red", "oracle"):
		return strings.Join(firstWords(words, 2), "")
	case hasAnyPrefix(lower, "arch", "manjaro"):
		return capital(strings.Join(firstWords(words, 2), ""))
	case strings.HasPrefix(lower, "virtuozzo"):
		return words[0] + "Linux"
	case strings.HasSuffix(lower, "mariner"):
		return words[len(words)-1]
	}
	return words[0]
}

// bannerWords returns the name in "CentOS Linux release 7.9.2009 (Core)",
// without Linux.
func bannerWords(banner string) []string {
	before, _, _ := strings.Cut(banner, "release")
	return slices.DeleteFunc(strings.Fields(before), func(word string) bool {
		return strings.EqualFold(word, "linux")
	})
}

func firstWords(words []string, n int) []string { return words[:min(n, len(words))] }

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// capital implements Ruby's capitalize: the first letter in upper case, the rest in
// lower case.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
}

// assignments parses NAME=value lines as in os-release(5): the value may be in
// quotes of either kind, with backslash escapes.
func assignments(text string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		name, text, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
			if text[0] == '"' {
				text = unescape.Replace(text)
				n = len(text)
			}
			text = text[1 : n-1]
		}
		found[strings.TrimSpace(name)] = text
	}
	return found
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`")

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
