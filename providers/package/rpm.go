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
type rpm struct {
	rpmDB
	groupWorker
}

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
		New:       newRpm,
	}
}

func newRpm() any {
	p := new(rpm)
	p.manager = p
	return p
}

func (p *rpm) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	if should.IsAbsent() {
		return job{append([]string{"-e"}, optionsOf(r, "uninstall_options")...), []string{r.Name()}}, rpmName(r.Name())
	}
	args := []string{"-i"}
	if installed(r.Is("ensure")) && !r.True("install_only") {
		args = []string{"-U", "--oldpackage"}
	}
	source, err := sourceOf(r)
	return job{append(args, optionsOf(r, "install_options")...), []string{source}}, err
}

func (*rpm) command(rd host.Reader, _ *ral.Resource, j job) host.Command {
	args := ral.RootArgs(rpmRoot(), rd.Root(), j.line()...)
	return host.Command{Name: "rpm", Args: args, Timeout: installTime, WaitsFor: waitsItself}
}

// InSync compares with the version in the file, and with a version that may
// leave parts out.
func (p *rpm) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !installed(is) || is.IsUnknown() {
		return false, false, nil
	}
	switch {
	case should.IsSym("latest"):
		source, err := sourceOf(r)
		if err != nil {
			return false, true, err
		}
		file, ok, err := p.query(ctx, rd, "-p", source)
		return ok && file.evr() == is.Text(), true, err
	case should.Kind() == value.String:
		return sameEVR(is.Text(), should.Text()), true, nil
	}
	return false, false, nil
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
