package pkg

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// pipProvider returns the provider that installs libraries of Python with pip(1), which
// may be installed as pip, pip2 or pip3.
func pipProvider(program string) ral.Provider {
	list := []string{"list", "--format=json"}
	m := manager{
		Provider: ral.Provider{
			Name: program, Rank: ral.Rank{Score: 1}, Source: "pip", // a single one lists
			Doc: "Manages Python libraries with " + program + ". `command` names the program of a virtual environment, such as /opt/venv/bin/" + program + ". " +
				"`source` names a file instead of the configured index. Names are compared as pip does: My_Lib is my-lib.",
			Features: []string{
				"install_options", "installable", "targetable", "uninstallable", "upgradeable", "version_ranges", "versionable",
			},
		},
		tool: ral.Command{Queries: [][]string{
			list, append(pipJudge(), "*"), append(pipTry(), "**"), append(pipTry(), "--upgrade", "**"),
		}},
		call: host.Command{Env: pipQuiet()}, checkTool: func(command string) error { return isPip(program, command) },
		name: pipName, fold: pipFold,
		list:    packages{args: list, read: fromBytes(parsePip)},
		newer:   updates{args: append(list, "--outdated", "--no-cache-dir"), read: fromBytes(parsePipOutdated)},
		install: []string{"install"}, remove: []string{"uninstall", "-y"},
		single: true, isVersion: isPipVersion,
		latest: []string{"--upgrade"}, versioned: func(name, version string) string { return name + pipRequirement(version) },
		dry: &dryRun{
			by: "pip install --dry-run", behind: pipTry()[1:], failure: pipFailure, steps: stepsOfPip,
			covers: func(r *ral.Resource, should value.Value) bool {
				return installs(r, should) && !r.Has("install_options")
			},
		},
	}
	return m.provider(func() any { return m.behaviour() })
}

// pipJudge returns the arguments that make pip report whether the installed libraries
// meet a requirement. Without an index, pip accepts only installed libraries.
func pipJudge() []string {
	return []string{"install", "--dry-run", "--quiet", "--no-deps", "--no-index"}
}

// pipTry returns the arguments that resolve an installation, only with built
// distributions, because a build runs code of the library.
func pipTry() []string {
	return []string{"install", "--dry-run", "--no-cache-dir", "--only-binary=:all:"}
}

// pipQuiet returns the environment that keeps pip from asking and from checking for a
// newer pip, and Python from writing compiled files.
func pipQuiet() []string {
	return []string{"PIP_DISABLE_PIP_VERSION_CHECK=1", "PIP_NO_INPUT=1", "PIP_NO_COLOR=1", "PYTHONDONTWRITEBYTECODE=1"}
}

func parsePip(out []byte) ([]have, error) {
	var answer []struct{ Name, Version string }
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, unexpected("pip list", "JSON", string(out))
	}
	var list []have
	for _, a := range answer {
		if pipName(a.Name) == nil && a.Version != "" {
			list = append(list, have{name: a.Name, version: a.Version, from: "pip list"})
		}
	}
	return list, nil
}

func parsePipOutdated(out []byte) (map[string]string, error) {
	list, err := parsePip(out)
	for i := range list {
		list[i].name = pipFold(list[i].name)
	}
	return versions(list), err
}

// isPip rejects a command with a different name, because only running it would show
// whether it is pip.
func isPip(program, command string) error {
	base := command[strings.LastIndex(command, "/")+1:]
	if command == "" || base == program {
		return nil
	}
	return fmt.Errorf("command must be a file named %s (example: /opt/venv/bin/%[1]s), not %s", program, command)
}

// pipRequirement writes a version or a range in pip's syntax: "==1.0", ">=1.0,<2".
func pipRequirement(text string) string {
	if isRange(text) {
		return strings.Join(strings.Fields(text), ",")
	}
	return "==" + text
}

// isPipVersion runs pip to evaluate ranges and different spellings of a version.
func isPipVersion(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, is, should string) (bool, error) {
	if is == should {
		return true, nil
	}
	// A query may read an environment that belongs to the system's packages (PEP
	// 668). An index in a configuration file would offer versions that are not
	// installed.
	env := append(pipQuiet(), "PIP_CONFIG_FILE=/dev/null", "PIP_BREAK_SYSTEM_PACKAGES=1")
	args := append(pipJudge(), r.Name()+pipRequirement(should))
	_, err := rd.Query(ctx, host.Command{Name: cmp.Or(commandOf(r), b.m.tool.Binary), Args: args, Env: env})
	if pipReports(err, "No matching distribution found") {
		return false, nil
	}
	return err == nil, err
}

// pipReports reports whether pip failed with these words on standard error.
func pipReports(err error, words string) bool {
	var failed *host.CommandError
	return errors.As(err, &failed) && strings.Contains(string(failed.Result.Stderr), words)
}

// pipFailure returns errOpen for failures, because pip may need to build a library to
// answer. Only the rejection of changes to the system's Python blocks the change.
func pipFailure(_ task, err error) error {
	if !pipReports(err, "externally-managed-environment") {
		return errOpen
	}
	return errors.New("pip does not change the Python of the system: set command to the pip of a virtual environment, " +
		"or add --break-system-packages to install_options")
}

func stepsOfPip(_ context.Context, _ host.Reader, _ *behaviour, _ task, res host.Result) ([]step, error) {
	for line := range strings.Lines(string(res.Stdout)) {
		if all, ok := strings.CutPrefix(line, "Would install "); ok {
			return parseNamed(strings.Fields(all)), nil
		}
	}
	return nil, errOpen
}

var pipSeparators = lazyre.New(`[-_.]+`)

// pipFold returns the normalized spelling of a name (PEP 503).
func pipFold(name string) string {
	return pipSeparators.ReplaceAllString(strings.ToLower(name), "-")
}

var pipNames = lazyre.New(`\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\z`)

// pipName rejects names that pip would read as more than a name (PEP 508): a file, an
// address, NAME==1, NAME[extra].
func pipName(name string) error {
	return checkName(name, pipNames, "library name (allowed: letters, digits, . _ -)", "")
}
