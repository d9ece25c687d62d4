package facts

import (
	"context"
	"errors"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

var errNoRelease = errors.New("no " + osRelease + " or other release file exists")

// osFacts adds the facts of the system inside the root; only the machine's
// hardware name is that of the running kernel.
func osFacts(ctx context.Context, rd host.Reader, b *factBuilder) {
	selinux(ctx, rd, b)
	d, err := readDistro(ctx, rd)
	if err != nil {
		for _, name := range []string{"os.name", "os.family", "os.release", "os.distro", "os.architecture"} {
			b.fail(name, err.Path, err)
		}
		if u, err := rd.Uname(ctx); err == nil {
			b.text("os.hardware", u.Machine, fromUname)
		}
		return
	}
	family, why := d.family()
	b.hardware(ctx, rd, family)
	if d.name() == "" {
		for _, name := range []string{"os.name", "os.family", "os.release", "os.distro"} {
			b.fail(name, osRelease, errNoRelease)
		}
		return
	}
	b.text("os.name", d.name(), d.from)
	if family != "" {
		b.text("os.family", family, d.from)
		b.note(why)
	}
	version := d.version()
	version.put(b, "os.release.")
	b.text("os.distro.id", d.id().text, d.id().from)
	b.text("os.distro.codename", d.codename().text, d.codename().from)
	b.text("os.distro.description", d.description().text, d.description().from)
	d.edition(version).put(b, "os.distro.release.")
}

// hardware adds the architecture in the naming of the family: Debian uses
// amd64.
func (b *factBuilder) hardware(ctx context.Context, rd host.Reader, family string) {
	u, err := rd.Uname(ctx)
	if err != nil {
		b.fail("os.hardware", fromUname, err)
		b.fail("os.architecture", fromUname, err)
		return
	}
	arch := u.Machine
	switch {
	case family == "Debian" && arch == "x86_64":
		arch = "amd64"
	case len(arch) == 4 && arch[0] == 'i' && strings.HasSuffix(arch, "86"):
		arch = "i386"
	}
	b.text("os.hardware", u.Machine, fromUname)
	b.text("os.architecture", arch, fromUname)
}

// sourced is a text and its file.
type sourced struct{ text, from string }

// version is a release; major is the whole release if the distribution counts
// so.
type version struct {
	sourced
	whole bool // Ubuntu's 22.04 is a single number, not 22 and 4
}

func (v version) put(b *factBuilder, prefix string) {
	b.text(prefix+"full", v.text, v.from)
	if v.whole {
		b.text(prefix+"major", v.text, v.from)
		return
	}
	parts := strings.Split(v.text, ".")
	b.text(prefix+"major", parts[0], v.from)
	if len(parts) > 1 {
		minor := parts[1]
		// Debian's 7.01 was the first update of 7.
		if v.from == debianVersion && len(minor) > 1 && minor[0] == '0' && minor[1] != '0' {
			minor = minor[1:]
		}
		b.text(prefix+"minor", minor, v.from)
	}
}

const selinuxConfig = "/etc/selinux/config"

// selinux adds the facts of SELinux. It counts as enabled if its file system is
// mounted and it has a configuration.
func selinux(ctx context.Context, rd host.Reader, b *factBuilder) {
	mounts, err := read(ctx, rd, procMounts)
	if err != nil {
		b.fail("os.selinux", procMounts, err)
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
			b.fail("os.selinux", selinuxConfig, err)
			return
		}
	}
	b.put("os.selinux.enabled", value.Bool(config != ""), procMounts)
	if config == "" {
		return
	}
	b.enforcing(ctx, rd, mount+"/enforce")
	b.lineAt(ctx, rd, []string{"os", "selinux", "policy_version"}, mount+"/policyvers")
	settings := assignments(config)
	b.text("os.selinux.config_mode", settings["SELINUX"], selinuxConfig)
	b.text("os.selinux.config_policy", settings["SELINUXTYPE"], selinuxConfig)
}

func (b *factBuilder) enforcing(ctx context.Context, rd host.Reader, file string) {
	text, err := small(ctx, rd, file)
	if err != nil {
		b.fail("os.selinux.enforced", file, err)
		b.fail("os.selinux.current_mode", file, err)
		return
	}
	mode := "permissive"
	if text == "1" {
		mode = "enforcing"
	}
	b.put("os.selinux.enforced", value.Bool(text == "1"), file)
	b.text("os.selinux.current_mode", mode, file)
}
