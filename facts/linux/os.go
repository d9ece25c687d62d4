package linux

import (
	"context"
	"errors"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

var errNoRelease = errors.New("no " + osRelease + " or other release file exists")

// osFacts adds the facts of the system inside the root; only the machine's
// hardware name is that of the running kernel.
func osFacts(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	selinux(ctx, rd, b)
	d, err := readDistro(ctx, rd)
	if err != nil {
		for _, name := range []string{"os.name", "os.family", "os.release", "os.distro", "os.support", "os.architecture"} {
			b.Fail(name, err.Path, err)
		}
		if u, err := rd.Uname(ctx); err == nil {
			b.Text("os.hardware", u.Machine, fromUname)
		}
		return
	}
	family, why := d.family()
	hardwareNames(ctx, rd, b, family)
	if d.name() == "" {
		for _, name := range []string{"os.name", "os.family", "os.release", "os.distro"} {
			b.Fail(name, osRelease, errNoRelease)
		}
		return
	}
	b.Text("os.name", d.name(), d.from)
	if family != "" {
		b.Text("os.family", family, d.from)
		b.Note(why)
	}
	version := d.version()
	version.put(b, "os.release.")
	b.Text("os.distro.id", d.id().text, d.id().from)
	b.Text("os.distro.codename", d.codename().text, d.codename().from)
	b.Text("os.distro.description", d.description().text, d.description().from)
	d.edition(version).put(b, "os.distro.release.")
	b.Text("os.support.end", d.release["SUPPORT_END"], osRelease)
}

// hardwareNames adds the architecture in the naming of the family: Debian uses
// amd64.
func hardwareNames(ctx context.Context, rd host.Reader, b *leaf.Builder, family string) {
	u, err := rd.Uname(ctx)
	if err != nil {
		b.Fail("os.hardware", fromUname, err)
		b.Fail("os.architecture", fromUname, err)
		return
	}
	arch := u.Machine
	switch {
	case family == "Debian" && arch == "x86_64":
		arch = "amd64"
	case len(arch) == 4 && arch[0] == 'i' && strings.HasSuffix(arch, "86"):
		arch = "i386"
	}
	b.Text("os.hardware", u.Machine, fromUname)
	b.Text("os.architecture", arch, fromUname)
}

// sourced is a text and its file.
type sourced struct{ text, from string }

// version is a release; major is the whole release if the distribution counts
// so.
type version struct {
	sourced
	whole bool // Ubuntu's 22.04 is a single number, not 22 and 4
}

func (v version) put(b *leaf.Builder, prefix string) {
	b.Text(prefix+"full", v.text, v.from)
	if v.whole {
		b.Text(prefix+"major", v.text, v.from)
		return
	}
	parts := strings.Split(v.text, ".")
	b.Text(prefix+"major", parts[0], v.from)
	if len(parts) > 1 {
		minor := parts[1]
		// Debian's 7.01 was the first update of 7.
		if v.from == debianVersion && len(minor) > 1 && minor[0] == '0' && minor[1] != '0' {
			minor = minor[1:]
		}
		b.Text(prefix+"minor", minor, v.from)
	}
}

const selinuxConfig = "/etc/selinux/config"

// selinux adds the facts of SELinux. It counts as enabled if its file system is
// mounted and it has a configuration.
func selinux(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	mounts, err := read(ctx, rd, procMounts)
	if err != nil {
		b.Fail("os.selinux", procMounts, err)
		return
	}
	mount := ""
	for line := range strings.Lines(mounts) {
		if fields := strings.Fields(line); len(fields) > 2 && fields[2] == "selinuxfs" {
			mount = fields[1]
		}
	}
	config := ""
	if mount != "" {
		if config, err = read(ctx, rd, selinuxConfig); err != nil {
			b.Fail("os.selinux", selinuxConfig, err)
			return
		}
	}
	b.Put("os.selinux.enabled", value.Bool(config != ""), procMounts)
	if config == "" {
		return
	}
	enforcing(ctx, rd, b, mount+"/enforce")
	lineAt(ctx, rd, b, []string{"os", "selinux", "policy_version"}, mount+"/policyvers")
	settings := assignments(config)
	b.Text("os.selinux.config_mode", settings["SELINUX"], selinuxConfig)
	b.Text("os.selinux.config_policy", settings["SELINUXTYPE"], selinuxConfig)
}

func enforcing(ctx context.Context, rd host.Reader, b *leaf.Builder, file string) {
	text, err := small(ctx, rd, file)
	if err != nil {
		b.Fail("os.selinux.enforced", file, err)
		b.Fail("os.selinux.current_mode", file, err)
		return
	}
	mode := "permissive"
	if text == "1" {
		mode = "enforcing"
	}
	b.Put("os.selinux.enforced", value.Bool(text == "1"), file)
	b.Text("os.selinux.current_mode", mode, file)
}
