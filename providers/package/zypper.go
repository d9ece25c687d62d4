package pkg

import (
	"context"
	"slices"

	rpmversion "github.com/knqyf263/go-rpm-version"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const zypperTool = "/usr/bin/zypper"

// zypper installs from repositories, with zypper(8).
type zypper struct {
	rpmDB
	groupWorker
	upgrades upgrades
	dry      simulation
}

func zypperRoot() []string { return []string{"--root", "{root}"} }

// zypperLook keeps zypper from asking, and from fetching what is newer.
func zypperLook() []string { return []string{"--non-interactive", "--no-refresh", "--xmlout"} }

func zypperProvider() ral.Provider {
	return ral.Provider{
		Name: "zypper", Type: "package", Parent: "rpm", Ancestors: 6, Source: "rpm",
		Doc: "Packages by zypper, from the repositories that the host knows. It reads the same as rpm.",
		Commands: []ral.Command{
			{Binary: zypperTool, Root: zypperRoot(), Queries: [][]string{
				append(zypperLook(), "list-updates"), append(zypperLook(), "install", "--dry-run"), append(zypperLook(), "remove", "--dry-run"),
			}},
			rpmCommand(),
		},
		Confines: []ral.Confine{ral.FactIs("os.name", suses()...), rpmWorks()},
		Default:  []ral.Clause{ral.DefaultFor("os.name", suses()...)},
		Features: []string{
			"install_options", "installable", "uninstallable", "upgradeable", "versionable", "virtual_packages",
		},
		NeedsRoot: "zypper writes the database of rpm",
		New:       newZypper,
	}
}

func suses() []string { return []string{"suse", "sles", "sled", "opensuse"} }

func newZypper() any {
	z := new(zypper)
	z.manager, z.upgrades.ask = z, newerByZypper
	return z
}

// Forget drops what was read.
func (z *zypper) Forget() {
	z.rpmDB.Forget()
	z.upgrades.forget()
}

func (z *zypper) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name, is := r.Name(), r.Is("ensure")
	if err := rpmName(name); err != nil {
		return job{}, err
	}
	if should.IsAbsent() {
		return job{[]string{"remove"}, []string{name}}, nil
	}
	args := []string{"install"}
	target := name
	switch {
	case r.Has("source"):
		source, err := sourceOf(r)
		if err != nil {
			return job{}, err
		}
		target = source
	case should.Kind() == value.String:
		target = name + "=" + should.Text()
		if installed(is) && rpmversion.NewVersion(should.Text()).LessThan(rpmversion.NewVersion(is.Text())) {
			args = append(args, "--oldpackage")
		}
	}
	return job{append(args, optionsOf(r, "install_options")...), []string{target}}, nil
}

// command agrees to licences, since no one can be asked. That the system should
// be started again (102) and that zypper itself was upgraded (103) are no errors.
func (*zypper) command(rd host.Reader, _ *ral.Resource, j job) host.Command {
	args := append([]string{"--non-interactive"}, j.args[0])
	if j.args[0] == "install" {
		args = append(args, "--auto-agree-with-licenses")
	}
	args = ral.RootArgs(zypperRoot(), rd.Root(), slices.Concat(args, j.args[1:], j.targets)...)
	return host.Command{Name: zypperTool, Args: args, Timeout: installTime, OK: []int{102, 103}, BlockedBy: lockHolder}
}

// InSync answers for latest, by what zypper itself would upgrade, and for
// versions that leave parts out.
func (z *zypper) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	switch {
	case attr != "ensure" || !installed(is) || is.IsUnknown():
		return false, false, nil
	case should.IsSym("latest"):
		_, old, err := z.upgrades.of(ctx, rd, "", r.Name())
		return err == nil && !old, true, err
	case should.Kind() == value.String:
		return sameEVR(is.Text(), should.Text()), true, nil
	}
	return false, false, nil
}

// newerByZypper is all that the repositories have newer. Nothing is fetched:
// looking must not write.
func newerByZypper(ctx context.Context, rd host.Reader, _ string) (map[string]string, error) {
	answer, err := askZypper(ctx, rd, "list-updates")
	if err != nil {
		return nil, err
	}
	known := make(map[string]string)
	for _, u := range answer.Updates {
		known[u.Name] = u.Edition
	}
	return known, nil
}
