package pkg

import (
	"context"
	"errors"
	"strings"
	"time"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// installTime is the timeout of a command that changes packages.
const installTime = 10 * time.Minute

const dpkgTool = "/usr/bin/dpkg"

// dpkgProvider returns the provider for dpkg(1), which installs the file in source.
func dpkgProvider() ral.Provider {
	root := []string{"--root={root}"}
	m := manager{
		Provider: ral.Provider{
			Name: "dpkg", Rank: ral.Rank{Ancestors: 5},
			Doc: "Manages packages with dpkg, without repositories: `source` is the package file. It reads the same database as apt.",
			Commands: []ral.Command{
				{Binary: "/usr/bin/dpkg-deb", Root: root, Queries: [][]string{{"--show"}}},
				{Binary: "/usr/bin/dpkg-query", Root: root},
			},
			Features: []string{
				"holdable", "installable", "purgeable", "uninstallable", "upgradeable", "virtual_packages",
			},
			NeedsRoot: "dpkg writes /var/lib/dpkg",
		},
		tool: ral.Command{Binary: dpkgTool, Root: root},
		call: host.Command{Env: quiet(), BlockedBy: lockHolder, Writes: []string{dpkgdb.StatusFile}},
		name: debianName, database: func(*behaviour) database { return new(dpkgdb.DB) },
		isLatest:  hasVersionOfDeb,
		filesOnly: true, install: []string{"-i"}, remove: []string{"-r"}, purge: []string{"-P"},
		adapt: func(_ context.Context, _ host.Reader, _ *behaviour, r *ral.Resource, should value.Value, t *task) {
			switch {
			case installs(r, should):
				t.front = []string{"--force-" + confOption(r)}
			case r.Is("mark").IsSym("hold"):
				t.front = []string{"--force-hold"}
			}
		},
		marker: func(name, mark string) host.Command {
			selection := map[string]string{"hold": "hold", "none": "install"}[mark]
			return host.Command{Name: dpkgTool, Args: []string{"--set-selections"}, Stdin: []byte(name + " " + selection + "\n")}
		},
		marked: func(r *ral.Resource, should value.Value) []string {
			if staysHeld(r, should) {
				return []string{"hold"}
			}
			return nil
		},
		single: true, lasting: conffiles, edited: editedConffiles,
	}
	return m.provider(func() any { return m.behaviour() })
}

// hasVersionOfDeb compares is with the version of the file in source.
func hasVersionOfDeb(ctx context.Context, rd host.Reader, _ *behaviour, r *ral.Resource, is string) (bool, error) {
	source, err := sourceOf(r)
	if err != nil {
		return false, err
	}
	args := []string{"--show", "--showformat=${Version}", source}
	res, err := rd.Query(ctx, host.Command{Name: "/usr/bin/dpkg-deb", Args: args})
	return err == nil && is == strings.TrimSpace(string(res.Stdout)), err
}

// staysHeld reports whether to hold a package after an installation. dpkg drops the
// hold when it unpacks the package.
func staysHeld(r *ral.Resource, should value.Value) bool {
	mark := r.Is("mark")
	if r.Has("mark") {
		mark = r.Get("mark")
	}
	return should.IsSym("held") || mark.IsSym("hold")
}

// sourceOf returns the file to install, for tools without repositories.
func sourceOf(r *ral.Resource) (string, error) {
	source := r.Get("source").Text()
	if source == "" {
		return "", errors.New(r.Provider.Name + " has no repositories: set source to the path of a package file")
	}
	if !strings.HasPrefix(source, "/") {
		return "", errors.New("source must be a fully qualified path")
	}
	return source, nil
}

// confOption returns the dpkg option for edited configuration files.
func confOption(r *ral.Resource) string {
	if r.Get("configfiles").IsSym("replace") {
		return "confnew"
	}
	return "confold"
}

// quiet returns the environment that keeps debconf and apt-listchanges from asking.
func quiet() []string {
	return []string{"DEBIAN_FRONTEND=noninteractive", "APT_LISTCHANGES_FRONTEND=none"}
}

var debianNames = lazyre.New(`\A[A-Za-z0-9][A-Za-z0-9+.-]*[A-Za-z0-9+.](:[a-z0-9-]+)?\z`)

// debianName rejects names that apt-get would read as more than a name: nginx-
// removes nginx, nginx/testing and nginx=1 choose a version, nginx.* is a pattern
// (deb-control(5), apt-get(8)).
func debianName(name string) error {
	return checkName(name, debianNames, "Debian package name (allowed: letters, digits, + - .)", "")
}
