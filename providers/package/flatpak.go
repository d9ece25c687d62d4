package pkg

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// flatpakProvider returns the provider that installs applications for all users with
// flatpak(1).
func flatpakProvider() ral.Provider {
	list, newer := []string{"list", "--system", "--app"}, []string{"remote-ls", "--system", "--updates"}
	const columns = "--columns=application,version,branch"
	m := manager{
		Provider: ral.Provider{
			Name: "flatpak", Rank: ral.Rank{Score: 1},
			Doc: "Manages applications with flatpak, for all users, by ID such as org.gnome.Maps. " +
				"`source` is the remote to install from; without it, flatpak searches all configured remotes. " +
				"For an application without a version, `ensure` is its branch.",
			Features:  []string{"install_options", "installable", "uninstall_options", "uninstallable", "upgradeable"},
			NeedsRoot: "flatpak --system installs for all users",
		},
		tool:    ral.Command{Queries: [][]string{list, newer}},
		name:    flatpakName,
		list:    packages{args: append(list, columns), read: fromText(parseFlatpak)},
		newer:   updates{args: append(newer, columns), read: fromText(updatesOfFlatpak)},
		install: flatpakVerb("install"), remove: flatpakVerb("uninstall"),
		remotes: true, choose: chooseByFlatpak,
	}
	return m.provider(func() any { return m.behaviour() })
}

func flatpakVerb(verb string) []string {
	return []string{verb, "--system", "--noninteractive", "--assumeyes"}
}

// chooseByFlatpak appends the remote to the options. An update has no remote and no
// options.
func chooseByFlatpak(_ context.Context, _ host.Reader, _ *behaviour, r *ral.Resource, should value.Value, t *task) error {
	remote := r.Get("source").Text()
	switch {
	case should.IsSym("latest") && installed(r.Is("ensure")):
		t.args, t.given = flatpakVerb("update"), nil
	case remote != "" && !flatpakRemotes.MatchString(remote):
		return fmt.Errorf("%q is not the name of a flatpak remote: set source to a remote that contains %s", remote, r.Name())
	case remote != "":
		t.given = append(t.given, remote)
	}
	return nil
}

// parseFlatpak reads lines of id, version and branch, separated by tabs.
func parseFlatpak(out string) ([]have, error) {
	return parseRows("flatpak list", "applications", out, func(line string) (have, bool) {
		columns := strings.Split(line, "\t")
		if len(columns) != 3 || flatpakName(columns[0]) != nil {
			return have{}, false
		}
		version := cmp.Or(columns[1], columns[2])
		return have{name: columns[0], version: version}, version != ""
	})
}

func updatesOfFlatpak(out string) (map[string]string, error) {
	list, err := parseFlatpak(out)
	return versions(list), err
}

var (
	flatpakNames   = lazyre.New(`\A[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+){2,}\z`)
	flatpakRemotes = lazyre.New(`\A[A-Za-z0-9_][A-Za-z0-9._-]*\z`)
)

// flatpakName accepts only the id of an application, which is a reverse DNS name.
func flatpakName(name string) error {
	return checkName(name, flatpakNames, "application ID (example: org.gnome.Maps)", "")
}
