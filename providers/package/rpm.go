package pkg

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// rpm installs from a file or an address that source names, with rpm(8) itself.
type rpm struct{ rpmDB }

func rpmProvider() ral.Provider {
	return ral.Provider{
		Name: "rpm", Type: "package", Ancestors: 5,
		Doc:      "Packages by rpm, without repositories: `source` is the file to install.",
		Commands: []ral.Command{rpmCommand()},
		Confines: []ral.Confine{rpmWorks()},
		Features: []string{
			"install_only", "install_options", "installable", "uninstall_options", "uninstallable",
			"upgradeable", "versionable", "virtual_packages",
		},
		NeedsRoot: "rpm writes its database",
		New:       func() any { return new(rpm) },
	}
}

func (p *rpm) Create(ctx context.Context, c host.Change, r *ral.Resource) error {
	return p.Set(ctx, c, r, "ensure", value.Present())
}

func (p *rpm) Destroy(ctx context.Context, c host.Change, r *ral.Resource) error {
	if err := rpmName(r.Name()); err != nil {
		return err
	}
	args := append([]string{"-e"}, optionsOf(r, "uninstall_options")...)
	return p.run(ctx, c, append(args, r.Name())...)
}

func (p *rpm) Set(ctx context.Context, c host.Change, r *ral.Resource, attr string, should value.Value) error {
	if attr != "ensure" {
		return fmt.Errorf("rpm cannot set %s", attr)
	}
	if should.IsAbsent() {
		return p.Destroy(ctx, c, r)
	}
	source, err := sourceOf(r)
	if err != nil {
		return err
	}
	args := []string{"-i"}
	if installed(r.Is("ensure")) && !r.True("install_only") {
		args = []string{"-U", "--oldpackage"}
	}
	args = append(args, optionsOf(r, "install_options")...)
	return p.run(ctx, c, append(args, source)...)
}

// InSync compares with the version in the file, and with a version that may
// leave parts out.
func (p *rpm) InSync(ctx context.Context, look host.Look, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !installed(is) || is.IsUnknown() {
		return false, false, nil
	}
	switch {
	case should.IsSym("latest"):
		source, err := sourceOf(r)
		if err != nil {
			return false, true, err
		}
		file, ok, err := p.query(ctx, look, "-p", source)
		return ok && file.evr() == is.Text(), true, err
	case should.Kind() == value.String:
		return sameEVR(is.Text(), should.Text()), true, nil
	}
	return false, false, nil
}

func (p *rpm) run(ctx context.Context, c host.Change, args ...string) error {
	args = ral.RootArgs(rpmRoot(), c.Look().Root(), args...)
	return c.Run(ctx, host.Command{Name: "rpm", Args: args, Timeout: installTime})
}

var rpmNames = lazyre.New(`\A[A-Za-z0-9_][A-Za-z0-9_.+-]*\z`)

// rpmName refuses what dnf reads as more than a name: patterns, groups, files,
// and what a package provides.
func rpmName(name string) error {
	if rpmNames.MatchString(name) && !strings.HasSuffix(name, ".rpm") {
		return nil
	}
	return fmt.Errorf("%q is no name of a package: letters, digits, dots, plus, minus and underscores", name)
}
