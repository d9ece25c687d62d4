package facts

import (
	"context"
	"errors"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

var errNoRelease = errors.New("no " + osRelease + ", nor another file that names the distribution")

// osFacts are of the system inside the root that look sees; only the machine's
// hardware name is the running kernel's.
func osFacts(ctx context.Context, look host.Reader, s *factBuilder) {
	selinux(ctx, look, s)
	d, err := readDistro(ctx, look)
	if err != nil {
		for _, name := range []string{"os.name", "os.family", "os.release", "os.distro"} {
			s.fail(name, err.path, err)
		}
		s.hardware(ctx, look, "")
		return
	}
	family, why := d.family()
	s.hardware(ctx, look, family)
	if d.name() == "" {
		for _, name := range []string{"os.name", "os.family", "os.release", "os.distro"} {
			s.fail(name, osRelease, errNoRelease)
		}
		return
	}
	s.text("os.name", d.name(), d.from)
	if family != "" {
		s.text("os.family", family, d.from)
		s.note(why)
	}
	version := d.version()
	version.put(s, "os.release.")
	s.text("os.distro.id", d.id().text, d.id().from)
	s.text("os.distro.codename", d.codename().text, d.codename().from)
	s.text("os.distro.description", d.description().text, d.description().from)
	d.edition(version).put(s, "os.distro.release.")
}

// hardware puts the architecture as the family calls it: Debian says amd64.
func (s *factBuilder) hardware(ctx context.Context, look host.Reader, family string) {
	u, err := look.Uname(ctx)
	if err != nil {
		s.fail("os.hardware", fromUname, err)
		s.fail("os.architecture", fromUname, err)
		return
	}
	arch := u.Machine
	switch {
	case family == "Debian" && arch == "x86_64":
		arch = "amd64"
	case len(arch) == 4 && arch[0] == 'i' && strings.HasSuffix(arch, "86"):
		arch = "i386"
	}
	s.text("os.hardware", u.Machine, fromUname)
	s.text("os.architecture", arch, fromUname)
}

// sourced is a text and the file that says so.
type sourced struct{ text, from string }

// version is a release; major is the whole where the distribution counts so.
type version struct {
	sourced
	whole bool // Ubuntu's 22.04 is one number and not 22 and 4
}

func (v version) put(s *factBuilder, prefix string) {
	s.text(prefix+"full", v.text, v.from)
	if v.whole {
		s.text(prefix+"major", v.text, v.from)
		return
	}
	parts := strings.Split(v.text, ".")
	s.text(prefix+"major", parts[0], v.from)
	if len(parts) > 1 {
		minor := parts[1]
		// Debian's 7.01 was the first update of 7.
		if v.from == debianVersion && len(minor) > 1 && minor[0] == '0' && minor[1] != '0' {
			minor = minor[1:]
		}
		s.text(prefix+"minor", minor, v.from)
	}
}

const selinuxConfig = "/etc/selinux/config"

// selinux is on when its file system is mounted and it has a configuration.
func selinux(ctx context.Context, look host.Reader, s *factBuilder) {
	mounts, err := read(ctx, look, procMounts)
	if err != nil {
		s.fail("os.selinux.enabled", procMounts, err)
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
		if config, err = read(ctx, look, selinuxConfig); err != nil {
			s.fail("os.selinux.enabled", selinuxConfig, err)
			return
		}
	}
	s.put("os.selinux.enabled", value.Bool(config != ""), procMounts)
	if config == "" {
		return
	}
	s.enforcing(ctx, look, mount+"/enforce")
	s.lineAt(ctx, look, []string{"os", "selinux", "policy_version"}, mount+"/policyvers")
	settings := assignments(config)
	s.text("os.selinux.config_mode", settings["SELINUX"], selinuxConfig)
	s.text("os.selinux.config_policy", settings["SELINUXTYPE"], selinuxConfig)
}

func (s *factBuilder) enforcing(ctx context.Context, look host.Reader, file string) {
	text, err := small(ctx, look, file)
	if err != nil {
		s.fail("os.selinux.enforced", file, err)
		s.fail("os.selinux.current_mode", file, err)
		return
	}
	mode := "permissive"
	if text == "1" {
		mode = "enforcing"
	}
	s.put("os.selinux.enforced", value.Bool(text == "1"), file)
	s.text("os.selinux.current_mode", mode, file)
}
