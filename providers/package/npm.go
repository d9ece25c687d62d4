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

// npmProvider installs packages of Node.js for all users, with npm(1).
func npmProvider() ral.Provider {
	list, outdated := []string{"list", "--global", "--json", "--depth=0"}, []string{"outdated", "--global", "--json"}
	m := manager{
		Provider: ral.Provider{
			Name: "npm", Score: 1,
			Doc: "Packages of Node.js by npm, those that are there for all users (`npm --global`). " +
				"`source` names a file instead of the registry that npm knows.",
			Features:  []string{"install_options", "installable", "uninstall_options", "uninstallable", "upgradeable", "versionable"},
			NeedsRoot: "npm --global writes for all users",
		},
		queries: [][]string{list, outdated}, env: npmQuiet(),
		name: npmName,
		// The status is 1 if what is installed does not fit together, and if anything
		// is outdated.
		list:    packages{args: list, ok: []int{1}, read: fromBytes(parseNpm)},
		newer:   updates{args: outdated, ok: []int{1}, read: parseNpmOutdated},
		install: []string{"install", "--global"}, remove: []string{"uninstall", "--global"},
		latestName: "latest", versioned: func(name, version string) string { return name + "@" + version },
	}
	return m.provider(func() any { return m.behaviour() })
}

// npmQuiet keeps npm from writing a log for each call, from clearing away those
// that are there, from looking for a newer npm, and from drawing.
func npmQuiet() []string {
	return []string{
		"npm_config_logs_max=0", "npm_config_logs_dir=/dev/null", "npm_config_update_notifier=false", "npm_config_progress=false", "npm_config_color=false",
		"npm_config_audit=false", "npm_config_fund=false", "npm_config_yes=true",
	}
}

// npmPackages are those of npm list and of npm outdated, by name.
type npmPackages map[string]struct{ Version, Latest string }

func parseNpm(out []byte) ([]have, error) {
	var answer struct {
		Dependencies npmPackages
		Error        struct{ Summary string }
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, fmt.Errorf("npm list did not answer with JSON but %q", short(strings.ToValidUTF8(string(out), "?")))
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
		return nil, fmt.Errorf("npm outdated did not answer with JSON but %q", strings.Join(res.Tail(1), ""))
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

// npmName rejects what npm reads as more than a name: a folder, an address,
// NAME@1, USER/REPO.
func npmName(name string) error {
	return checkName(name, npmNames, "name of a package: letters, digits and . _ ~ -, behind a @scope/ or not", "")
}
