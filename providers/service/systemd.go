package service

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// systemd reads over D-Bus, or with systemctl without a bus, and changes with
// systemctl(1), so that a plan can show the commands.
type systemd struct{ ahead units }

func systemdProvider() ral.Provider {
	return ral.Provider{
		Name: "systemd", Type: "service", Rank: ral.Rank{Parent: "base"},
		Doc: "Manages units of systemd: reads them over D-Bus and changes them with systemctl. It unmasks a masked unit " +
			"before it starts or enables it.",
		Commands: []ral.Command{{Binary: "systemctl", Queries: [][]string{
			{"show", "--all", unitProperties, "--", "**"},
			{"list-unit-files", "--type=service", "--full", "--no-legend", "--no-pager"},
		}, QueryFiles: unitPath()}},
		Confines:   []condition.Confine{isSystemd()},
		Default:    systemdDefault(),
		NotDefault: systemdNotDefault(),
		Features:   []string{"enableable", "maskable", "refreshable"},
		NeedsRoot:  "only root can change units with systemctl",
		Writes:     ral.Writes{Reach: unitReach},
		New:        func() any { return new(systemd) },
	}
}

// unitPath returns the directories from which systemd reads units and
// scripts (systemd.unit(5), systemd-sysv-generator(8)).
func unitPath() []string {
	dirs := []string{"/etc/init.d", "/run/systemd", "/etc/systemd", "/lib/systemd", "/usr/lib/systemd", "/usr/local/lib/systemd"}
	for _, level := range "0123456S" {
		dirs = append(dirs, "/etc/rc"+string(level)+".d")
	}
	return dirs
}

// unitReach distinguishes changes of unit files by systemctl from starts and
// stops, which can have any effect.
func unitReach(_ *ral.Resource, act host.Act) ral.Reach {
	for _, verb := range []string{"enable", "disable", "mask", "unmask", "daemon-reload"} {
		if path.Base(act.Path) == "systemctl" && len(act.Args) > 0 && act.Args[0] == verb && !slices.Contains(act.Args, "--now") {
			return ral.Reach{Types: []string{"service"}, Paths: unitPath()}
		}
	}
	return ral.Reach{Anything: true}
}

func systemdDefault() []condition.Clause {
	return []condition.Clause{
		condition.DefaultFor("os.family", "archlinux"),
		condition.DefaultFor("os.family", "redhat"),
		condition.DefaultFor("os.family", "redhat").And("os.name", "fedora"),
		condition.DefaultFor("os.family", "suse"),
		condition.DefaultFor("os.family", "coreos"),
		condition.DefaultFor("os.family", "gentoo"),
		condition.DefaultFor("os.name", "amazon").And("os.release.major", "2", "2023"),
		condition.DefaultFor("os.name", "debian"),
		condition.DefaultFor("os.name", "LinuxMint"),
		condition.DefaultFor("os.name", "ubuntu"),
		condition.DefaultFor("os.name", "cumuluslinux").And("os.release.major", "3", "4"),
		condition.DefaultFor("os.name", "raspbian").And("os.release.major", "12"),
	}
}

func systemdNotDefault() []condition.Clause {
	return []condition.Clause{
		condition.DefaultFor("os.name", "redhat").And("os.release.major", "4", "5", "6"),
		condition.DefaultFor("os.name", "amazon").And("os.release.major", "2017", "2018"),
		condition.DefaultFor("os.name", "debian").And("os.release.major", "5", "6", "7"),
		condition.DefaultFor("os.name", "LinuxMint").And("os.release.major", "10", "11", "12", "13", "14", "15", "16", "17"),
		condition.DefaultFor("os.name", "ubuntu").And("os.release.major", "10.04", "12.04", "14.04", "14.10"),
	}
}

func (s *systemd) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	u, err := s.ahead.unit(ctx, rd, r.Name())
	if err != nil {
		return nil, err
	}
	inst := u.found(ctx, rd, ral.NewInstance(r.Type, r.Name()))
	is, from, ok, err := ownStatus(ctx, rd, r)
	if ok && err == nil {
		inst.SetFrom("ensure", is, from)
	}
	return inst, err
}

func (s *systemd) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch attr {
	case "ensure":
		return setBoth(ctx, wr, s, r, should)
	case "enable":
		cmds, err := s.enabling(ctx, wr.Reader(), r, should)
		return runAll(ctx, wr, cmds, err)
	}
	return fmt.Errorf("provider systemd cannot set %s", attr)
}

func (s *systemd) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return refresh(ctx, wr, s, r)
}

// Predict reports the units that systemctl also enables or disables, and the
// losses of an undo: masking an enabled unit removes its links, starting a
// unit removes its mask, and a state of only this boot becomes permanent.
func (s *systemd) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f, err := computed(attr)
	unit := unitName(r.Name())
	if attr == "enable" && !should.IsSym("mask") {
		if also := readInstall(ctx, rd, unit).also; len(also) > 0 {
			verb := map[bool]string{true: "enables ", false: "disables "}[should.IsSym("true")]
			f.Also = append(f.Also, verb+strings.Join(also, ", ")+" (Also= of "+unit+")")
		}
	}
	if u, failed := s.ahead.unit(ctx, rd, r.Name()); attr == "enable" && failed == nil && strings.HasSuffix(u.file, "-runtime") {
		f.Lasting = append(f.Lasting, unit+" was "+strings.TrimSuffix(u.file, "-runtime")+" only until the next boot; an undo makes this permanent")
	}
	stopped := attr == "ensure" && should.IsSym("stopped")
	taken := attr == "enable" || attr == "ensure" && should.IsSym("running") && !r.Has("enable")
	if err != nil || !r.Is("enable").IsSym("mask") || !stopped && (!taken || !unmasks(r)) {
		return f, err
	}
	if stopped {
		f.Lasting = append(f.Lasting, "an undo starts "+unit+" and removes its mask")
	}
	links := enablingLinks(ctx, rd, unit)
	// Disabling a unit also disables the init script of its name
	// (systemctl(1)).
	if scripts, err := startLinks(ctx, rd); err == nil && scripts[strings.TrimSuffix(unit, ".service")] != "" {
		links = append(links, scripts[strings.TrimSuffix(unit, ".service")])
	}
	if len(links) > 0 {
		f.Lasting = append(f.Lasting, "an undo masks "+unit+" and removes the links that enable it: "+strings.Join(links, ", "))
	}
	return f, nil
}

func (s *systemd) commands(ctx context.Context, rd host.Reader, r *ral.Resource, action string) ([]host.Command, error) {
	if action == "restart" && r.Get("enable").IsSym("mask") {
		return nil, ral.Final(fmt.Errorf("cannot restart %s: enable => mask prevents every start", unitName(r.Name())))
	}
	var list []host.Command
	if action != "stop" {
		// Without a reload, systemd starts the previous form of a changed unit.
		if s.ahead.needsReload(ctx, rd, r.Name()) {
			list = append(list, host.Command{Name: "systemctl", Args: []string{"daemon-reload"}})
		}
		if unmasks(r) {
			list = append(list, s.unmask(ctx, rd, r.Name()))
		}
	}
	list = append(list, systemctl(action, r.Name()))
	if action != "stop" && unmasks(r) && r.Get("enable").IsSym("false") {
		// The mask may have hidden an enabled unit.
		list = append(list, s.disabling(ctx, rd, r.Name())...)
	}
	return list, nil
}

// unmasks reports whether a start removes a mask.
func unmasks(r *ral.Resource) bool {
	return r.Is("enable").IsSym("mask") && !r.Get("enable").IsSym("mask")
}

func (s *systemd) enabling(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) ([]host.Command, error) {
	is := r.Is("enable")
	switch should.Text() {
	case "true":
		if is.IsSym("mask") {
			return []host.Command{s.unmask(ctx, rd, r.Name()), systemctl("enable", r.Name())}, nil
		}
		return systemctls(r.Name(), "enable"), nil
	case "false":
		u, err := s.ahead.unit(ctx, rd, r.Name())
		if err != nil {
			return nil, err
		}
		if u.file == "static" {
			return nil, fmt.Errorf("cannot disable %s: the unit is static, without an [Install] section (enable => mask prevents every start)", u.id)
		}
		if u.file == "enabled" && readInstall(ctx, rd, u.id).static() {
			return nil, fmt.Errorf("cannot disable %s: only links enable the unit, and without an [Install] section it becomes static, which counts as enabled (enable => mask prevents every start)", u.id)
		}
		return s.disabling(ctx, rd, r.Name()), nil
	case "mask":
		if is.IsSym("true") {
			return append(s.disabling(ctx, rd, r.Name()), systemctl("mask", r.Name())), nil
		}
		return systemctls(r.Name(), "mask"), nil
	}
	return nil, fmt.Errorf("provider systemd cannot set enable to %s", should.Text())
}

// along omits the effects of a start.
func (s *systemd) along(ctx context.Context, rd host.Reader, r *ral.Resource, starts bool) ([]host.Command, error) {
	should := r.Get("enable")
	switch {
	case starts && unmasks(r) && should.IsSym("true"):
		return systemctls(r.Name(), "enable"), nil
	case enableHolds(ctx, r):
		return nil, nil
	}
	return s.enabling(ctx, rd, r, should)
}

// unmask removes a mask, also a mask of only this boot.
func (s *systemd) unmask(ctx context.Context, rd host.Reader, name string) host.Command {
	if u, err := s.ahead.unit(ctx, rd, name); err == nil && u.file == "masked-runtime" {
		return forThisBoot("unmask", name)
	}
	return systemctl("unmask", name)
}

// disabling returns the commands that disable a unit, also a unit that is
// enabled for only this boot.
func (s *systemd) disabling(ctx context.Context, rd host.Reader, name string) []host.Command {
	if u, err := s.ahead.unit(ctx, rd, name); err == nil && u.file == "enabled-runtime" {
		return []host.Command{forThisBoot("disable", name)}
	}
	return []host.Command{disable(ctx, rd, name)}
}

// forThisBoot returns a command for the links in /run, which end with the boot.
func forThisBoot(verb, name string) host.Command {
	return host.Command{Name: "systemctl", Args: []string{verb, "--runtime", "--", name}}
}

func systemctls(name string, verbs ...string) []host.Command {
	list := make([]host.Command, len(verbs))
	for i, verb := range verbs {
		list[i] = systemctl(verb, name)
	}
	return list
}

// disable removes the links of a unit, also links that systemctl enable does
// not create. An undo restores these links.
func disable(ctx context.Context, rd host.Reader, name string) host.Command {
	cmd := systemctl("disable", name)
	cmd.Removes = ownLinks(ctx, rd, unitName(name))
	return cmd
}

func systemctl(verb, name string) host.Command {
	cmd := host.Command{Name: "systemctl", Args: []string{verb, "--", name}}
	switch verb {
	case "mask", "unmask", "enable", "disable":
		cmd.Writes = []string{path.Join("/etc/systemd/system", name)}
	}
	return cmd
}
