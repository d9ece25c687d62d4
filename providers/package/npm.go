package pkg

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// npm installs packages of Node.js for all users, with npm(1).
type npm struct {
	inventory
	groupWorker
	unpredicted
}

func npmProvider() ral.Provider {
	return ral.Provider{
		Name: "npm", Type: "package", Score: 1,
		Doc: "Packages of Node.js by npm, those that are there for all users (`npm --global`). " +
			"`source` names a file instead of the registry that npm knows.",
		Commands: []ral.Command{{Binary: "npm", Queries: [][]string{
			{"list", "--global", "--json", "--depth=0"}, {"outdated", "--global", "--json"},
		}}},
		Features:  []string{"install_options", "installable", "uninstall_options", "uninstallable", "upgradeable", "versionable"},
		NeedsRoot: "npm --global writes for all users",
		New:       newNpm,
	}
}

func newNpm() any {
	n := new(npm)
	n.all, n.upgrades.ask, n.manager = installedByNpm, newerByNpm, n
	return n
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

func installedByNpm(ctx context.Context, rd host.Reader, _ string) ([]have, error) {
	// npm's status is 1 when what is installed does not fit together; its answer
	// is the same.
	cmd := host.Command{Name: "npm", Args: []string{"list", "--global", "--json", "--depth=0"}, Env: npmQuiet(), OK: []int{1}}
	res, err := rd.Query(ctx, cmd)
	if err != nil {
		return nil, err
	}
	return parseNpm(res.Stdout)
}

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

// newerByNpm asks the registry for all that is newer there. npm's status is 1
// when there is any.
func newerByNpm(ctx context.Context, rd host.Reader, _ string) (map[string]string, error) {
	cmd := host.Command{Name: "npm", Args: []string{"outdated", "--global", "--json"}, Env: npmQuiet(), OK: []int{1}}
	res, err := rd.Query(ctx, cmd)
	if err != nil {
		return nil, err
	}
	return parseNpmOutdated(res)
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

func (*npm) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name := r.Name()
	if err := npmName(name); err != nil {
		return job{}, err
	}
	if should.IsAbsent() {
		return job{append([]string{"uninstall", "--global"}, optionsOf(r, "uninstall_options")...), []string{name}}, nil
	}
	target := name
	switch {
	case r.Has("source"):
		source, err := sourceOf(r)
		if err != nil {
			return job{}, err
		}
		target = source
	case should.IsSym("latest"):
		target = name + "@latest"
	case should.Kind() == value.String:
		target = name + "@" + should.Text()
	}
	return job{append([]string{"install", "--global"}, optionsOf(r, "install_options")...), []string{target}}, nil
}

func (*npm) command(_ host.Reader, _ *ral.Resource, j job) host.Command {
	return host.Command{Name: "npm", Args: j.line(), Env: npmQuiet(), Timeout: installTime}
}

var npmNames = lazyre.New(`\A(?:@[A-Za-z0-9~-][A-Za-z0-9._~-]*/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*\z`)

// npmName refuses what npm reads as more than a name: a folder, an address,
// NAME@1, USER/REPO.
func npmName(name string) error {
	if npmNames.MatchString(name) && !strings.HasPrefix(name, "-") {
		return nil
	}
	return fmt.Errorf("%q is no name of a package: letters, digits and . _ ~ -, behind a @scope/ or not", name)
}
