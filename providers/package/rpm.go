package pkg

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// rpmProvider returns the provider for rpm(8), which installs the file or address in
// source.
func rpmProvider() ral.Provider {
	m := manager{
		Provider: ral.Provider{
			Name: "rpm", Rank: ral.Rank{Ancestors: 5},
			Doc:      "Manages packages with rpm, without repositories: `source` is the package file.",
			Confines: []condition.Confine{rpmWorks()},
			Features: []string{
				"install_only", "install_options", "installable", "uninstall_options", "uninstallable",
				"upgradeable", "versionable", "virtual_packages",
			},
			NeedsRoot: "rpm writes its database",
		},
		tool: rpmCommand(), call: host.Command{WaitsFor: waitsItself},
		name: rpmName, database: func(*behaviour) database { return new(rpmDB) },
		filesOnly: true, install: []string{"-i"}, remove: []string{"-e"},
		isVersion: isEVR,
		isLatest: func(ctx context.Context, rd host.Reader, _ *behaviour, r *ral.Resource, is string) (bool, error) {
			source, err := sourceOf(r)
			if err != nil {
				return false, err
			}
			file, ok, err := new(rpmDB).query(ctx, rd, "-p", source)
			return ok && file.evr() == is, err
		},
		adapt: func(_ context.Context, _ host.Reader, _ *behaviour, r *ral.Resource, should value.Value, t *task) {
			if installs(r, should) && installed(r.Is("ensure")) && !r.True("install_only") {
				t.args = []string{"-U", "--oldpackage"}
			}
		},
	}
	return m.provider(func() any { return m.behaviour() })
}

var rpmNames = lazyre.New(`\A[A-Za-z0-9_][A-Za-z0-9_.+-]*\z`)

// rpmName rejects names that dnf would read as more than a name: patterns, groups,
// files, and provided capabilities.
func rpmName(name string) error {
	return checkName(name, rpmNames, "package name (allowed: letters, digits, . _ + -)", ".rpm")
}
