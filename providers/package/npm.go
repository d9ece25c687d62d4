package pkg

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// npmProvider returns the provider that installs packages of Node.js for all users
// with npm(1).
func npmProvider() ral.Provider {
	list, outdated := []string{"list", "--global", "--json", "--depth=0"}, []string{"outdated", "--global", "--json"}
	m := manager{
		Provider: ral.Provider{
			Name: "npm", Rank: ral.Rank{Score: 1},
			Doc: "Manages Node.js packages with npm, for all users (`npm --global`). " +
				"`source` names a file instead of the configured registry.",
			Features:  []string{"install_options", "installable", "uninstall_options", "uninstallable", "upgradeable", "versionable"},
			NeedsRoot: "npm --global installs for all users",
		},
		tool: ral.Command{Queries: [][]string{list, outdated}}, call: host.Command{Env: npmQuiet()},
		name: npmName,
		// npm list exits with 1 if the installed packages conflict, npm outdated if
		// any is outdated.
		list:    packages{args: list, ok: []int{1}, read: fromBytes(parseNpm)},
		newer:   updates{args: outdated, ok: []int{1}, read: parseNpmOutdated},
		install: []string{"install", "--global"}, remove: []string{"uninstall", "--global"},
		latestName: "latest", versioned: func(name, version string) string { return name + "@" + version },
	}
	return m.provider(func() any { return m.behaviour() })
}

// npmQuiet returns the environment that keeps npm from writing a log for each call,
// deleting old logs, checking for a newer npm, and drawing progress bars.
func npmQuiet() []string {
	return []string{
		"npm_config_logs_max=0", "npm_config_logs_dir=/dev/null", "npm_config_update_notifier=false", "npm_config_progress=false", "npm_config_color=false",
		"npm_config_audit=false", "npm_config_fund=false", "npm_config_yes=true",
	}
}

// npmPackages are the packages of npm list or npm outdated, by name.
type npmPackages map[string]struct{ Version, Latest string }

func parseNpm(out []byte) ([]have, error) {
	var answer struct {
		Dependencies npmPackages
		Error        struct{ Summary string }
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, unexpected("npm list", "JSON", string(out))
	}
	if answer.Error.Summary != "" {
		return nil, fmt.Errorf("npm list: %s", short(answer.Error.Summary))
	}
	var list []have
	for _, name := range slices.Sorted(maps.Keys(answer.Dependencies)) {
		if version := answer.Dependencies[name].Version; version != "" && npmName(name) == nil {
			list = append(list, have{name: name, version: version, from: "npm list --global"})
		}
	}
	return list, nil
}

func parseNpmOutdated(res host.Result) (map[string]string, error) {
	var answer npmPackages
	if err := json.Unmarshal(res.Stdout, &answer); err != nil {
		return nil, unexpected("npm outdated", "JSON", strings.Join(res.Tail(1), ""))
	}
	if _, failed := answer["error"]; failed && len(answer) == 1 {
		return nil, fmt.Errorf("npm outdated: %q", strings.Join(res.Tail(1), ""))
	}
	known := make(map[string]string)
	for name, p := range answer {
		known[name] = p.Latest
	}
	return known, nil
}

var npmNames = lazyre.New(`\A(?:@[A-Za-z0-9~-][A-Za-z0-9._~-]*/[A-Za-z0-9~_-]|[A-Za-z0-9~_])[A-Za-z0-9._~-]*\z`)

// npmName rejects names that npm would read as more than a name: a directory, an
// address, NAME@1, USER/REPO.
func npmName(name string) error {
	return checkName(name, npmNames, "package name (allowed: letters, digits, . _ ~ - and a leading @scope/)", "")
}
