package linux

import (
	"context"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

var (
	inParens      = lazyre.New(`\(([^()]*)\)\s*$`)
	afterRelease  = lazyre.New(`release\s+(\S+)`)
	amazonVersion = lazyre.New(`release (\d[\d.]*)|Amazon Linux (\d+)`)
)

// version returns the release, from the release file of the distribution with the exact
// version: Debian's os-release has 12 where debian_version has 12.11.
func (d *distro) version() version {
	switch {
	case d.is("ubuntu"):
		return version{sourced{d.release["VERSION_ID"], osRelease}, true}
	case d.devuan != "":
		return version{sourced: sourced{d.devuan, devuanVersion}}
	case d.is("debian", "raspbian") && d.debian != "":
		return version{sourced: sourced{d.debian, debianVersion}}
	case d.is("amzn") && d.system != "":
		if m := amazonVersion.FindStringSubmatch(d.system); m != nil {
			return version{sourced: sourced{m[1] + m[2], systemRelease}}
		}
	case d.own.text != "":
		return version{sourced: d.own}
	case d.is("alpine") && d.alpine != "":
		return version{sourced: sourced{d.alpine, alpineRelease}}
	case d.inFamily("RedHat"):
		if m := afterRelease.FindStringSubmatch(d.redhat); m != nil {
			return version{sourced: sourced{m[1], redhatRelease}}
		}
	}
	// Facter reads a version without a dot as the first of its kind.
	id := d.release["VERSION_ID"]
	if id != "" && !strings.Contains(id, ".") {
		id += ".0"
	}
	return version{sourced: sourced{id, d.from}}
}

// edition returns the release for the distribution facts: descendants of Ubuntu
// count like Ubuntu.
func (d *distro) edition(v version) version {
	if d.is("linuxmint") {
		return version{sourced{d.release["VERSION_ID"], osRelease}, true}
	}
	return v
}

func (d *distro) inFamily(name string) bool {
	family, _ := d.family()
	return family == name
}

// banner returns the line with which systems of the family RedHat identify
// themselves.
func (d *distro) banner() (sourced, bool) {
	switch {
	case d.is("amzn") && d.system != "":
		return sourced{d.system, systemRelease}, true
	case d.inFamily("RedHat") && d.redhat != "":
		return sourced{d.redhat, redhatRelease}, true
	}
	return sourced{}, false
}

func (d *distro) id() sourced {
	if b, ok := d.banner(); ok {
		return sourced{strings.Join(bannerWords(b.text), ""), b.from}
	}
	if d.inFamily("Suse") {
		if strings.HasPrefix(d.release["VERSION_ID"], "12") {
			return sourced{"SUSE LINUX", d.from}
		}
		return sourced{"SUSE", d.from}
	}
	return sourced{capital(d.release["ID"]), d.from}
}

func (d *distro) codename() sourced {
	if b, ok := d.banner(); ok {
		if m := inParens.FindStringSubmatch(b.text); m != nil {
			return sourced{m[1], b.from}
		}
		if d.is("amzn") {
			return sourced{"n/a", b.from}
		}
		return sourced{}
	}
	if name := d.release["VERSION_CODENAME"]; name != "" {
		return sourced{name, d.from}
	}
	if m := inParens.FindStringSubmatch(d.release["VERSION"]); m != nil {
		return sourced{m[1], d.from}
	}
	if d.inFamily("Suse") {
		return sourced{"n/a", d.from}
	}
	return sourced{}
}

func (d *distro) description() sourced {
	if b, ok := d.banner(); ok {
		return b
	}
	return sourced{d.release["PRETTY_NAME"], d.from}
}

// ownFiles are the files in which some distributions store their release, and
// its pattern.
var ownFiles = [...]struct {
	id, file string
	release  *lazyre.Regexp
}{
	{"gentoo", "/etc/gentoo-release", lazyre.New(`release (\d[\d.]*)`)},
	{"linuxmint", "/etc/linuxmint/info", lazyre.New(`(?m)^RELEASE=(\d+)`)},
	{"mageia", "/etc/mageia-release", lazyre.New(`Mageia release ([0-9.]+)`)},
	{"mariner", "/etc/mariner-release", lazyre.New(`CBL-Mariner ([0-9.]+)`)},
	{"openwrt", "/etc/openwrt_version", lazyre.New(`(?m)^(\d+\.\d+.*)`)},
	{"photon", "/etc/lsb-release", lazyre.New(`DISTRIB_RELEASE="(\d+\.\d+)`)},
	{"slackware", "/etc/slackware-version", lazyre.New(`Slackware ([0-9.]+)`)},
}

// ownRelease reads the release file of the distribution, if it exists.
func (d *distro) ownRelease(ctx context.Context, rd host.Reader) sourced {
	for _, own := range ownFiles {
		if !d.is(own.id) {
			continue
		}
		if m := own.release.FindStringSubmatch(line(ctx, rd, own.file)); m != nil {
			return sourced{m[1], own.file}
		}
	}
	return sourced{}
}
