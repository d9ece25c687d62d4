package pkg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// pip installs libraries of Python, with pip(1).
type pip struct {
	inventory
	worker
}

func pipProvider() ral.Provider {
	return ral.Provider{
		Name: "pip", Type: "package", Score: 1,
		Doc: "Libraries of Python by pip. `command` names the pip of a virtual environment, such as /opt/venv/bin/pip; " +
			"`source` a file instead of the index that pip knows. Names are compared as pip does: My_Lib is my-lib.",
		Commands: []ral.Command{{Binary: "pip", Queries: [][]string{
			{"list", "--format=json"}, append(pipJudge(), "*"), append(pipTry(), "**"), append(pipTry(), "--upgrade", "**"),
		}}},
		Features: []string{
			"install_options", "installable", "targetable", "uninstallable", "upgradeable", "version_ranges", "versionable",
		},
		New: newPip,
	}
}

// pipJudge has pip tell whether what is installed meets a requirement: without an
// index it can only say yes to what is there.
func pipJudge() []string {
	return []string{"install", "--dry-run", "--quiet", "--no-deps", "--no-index"}
}

// pipTry works out what would be installed, from what is built already: to build
// it would be to run its code.
func pipTry() []string {
	return []string{"install", "--dry-run", "--no-cache-dir", "--only-binary=:all:"}
}

func newPip() any {
	p := new(pip)
	p.all, p.fold, p.upgrades.ask, p.manager = installedByPip, pipFold, newerByPip, p
	return p
}

// pipQuiet keeps pip from asking, from looking for a newer pip, and Python from
// writing what it compiled.
func pipQuiet() []string {
	return []string{"PIP_DISABLE_PIP_VERSION_CHECK=1", "PIP_NO_INPUT=1", "PIP_NO_COLOR=1", "PYTHONDONTWRITEBYTECODE=1"}
}

func installedByPip(ctx context.Context, rd host.Reader, command string) ([]have, error) {
	return askPip(ctx, rd, command, "list", "--format=json")
}

// newerByPip asks the index for all that is newer there.
func newerByPip(ctx context.Context, rd host.Reader, command string) (map[string]string, error) {
	list, err := askPip(ctx, rd, command, "list", "--format=json", "--outdated", "--no-cache-dir")
	known := make(map[string]string, len(list))
	for _, h := range list {
		known[pipFold(h.name)] = h.version
	}
	return known, err
}

func askPip(ctx context.Context, rd host.Reader, command string, args ...string) ([]have, error) {
	if err := isPip(command); err != nil {
		return nil, err
	}
	res, err := rd.Query(ctx, host.Command{Name: toolNamed(command, "pip"), Args: args, Env: pipQuiet()})
	if err != nil {
		return nil, err
	}
	return parsePip(res.Stdout)
}

func parsePip(out []byte) ([]have, error) {
	var answer []struct{ Name, Version string }
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, fmt.Errorf("pip list did not answer with JSON but %q", short(strings.ToValidUTF8(string(out), "?")))
	}
	var list []have
	for _, a := range answer {
		if pipName(a.Name) == nil && a.Version != "" {
			list = append(list, have{name: a.Name, version: a.Version, from: "pip list"})
		}
	}
	return list, nil
}

// isPip refuses a command of another name: it would be run to find out.
func isPip(command string) error {
	base := command[strings.LastIndex(command, "/")+1:]
	if command == "" || base == "pip" {
		return nil
	}
	return errors.New("command must name a file called pip, such as /opt/venv/bin/pip, and not " + command)
}

func (*pip) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name := r.Name()
	if err := errors.Join(pipName(name), isPip(commandOf(r))); err != nil {
		return job{}, err
	}
	if should.IsAbsent() {
		return job{[]string{"uninstall", "-y"}, []string{name}}, nil
	}
	args, target := []string{"install"}, name
	switch {
	case r.Has("source"):
		source, err := sourceOf(r)
		if err != nil {
			return job{}, err
		}
		target = source
	case should.IsSym("latest"):
		args = append(args, "--upgrade")
	case should.Kind() == value.String:
		target = name + pipRequirement(should.Text())
	}
	return job{append(args, optionsOf(r, "install_options")...), []string{target}}, nil
}

// pipRequirement writes a version or a range as pip does: "==1.0", ">=1.0,<2".
func pipRequirement(text string) string {
	if isRange(text) {
		return strings.Join(strings.Fields(text), ",")
	}
	return "==" + text
}

func (*pip) command(_ host.Reader, r *ral.Resource, j job) host.Command {
	return host.Command{Name: toolNamed(commandOf(r), "pip"), Args: j.line(), Env: pipQuiet(), Timeout: installTime}
}

// InSync lets pip itself judge ranges, and versions that are written another way.
func (p *pip) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !installed(is) || should.Kind() != value.String {
		return p.inventory.InSync(ctx, rd, r, attr, is, should)
	}
	if is.Text() == should.Text() {
		return true, true, nil
	}
	// What belongs to the system's packages may be looked at (PEP 668), and an
	// index that a file names would answer for more than what is there.
	env := append(pipQuiet(), "PIP_CONFIG_FILE=/dev/null", "PIP_BREAK_SYSTEM_PACKAGES=1")
	args := append(pipJudge(), r.Name()+pipRequirement(should.Text()))
	_, err = rd.Query(ctx, host.Command{Name: toolNamed(commandOf(r), "pip"), Args: args, Env: env})
	if pipSaid(err, "No matching distribution found") {
		return false, true, nil
	}
	return err == nil, true, err
}

// pipSaid reports whether pip failed and said why with these words.
func pipSaid(err error, words string) bool {
	var failed *host.CommandError
	return errors.As(err, &failed) && strings.Contains(string(failed.Result.Stderr), words)
}

// Predict lets pip work out what it would install. What it cannot say without
// building anything stays open.
func (p *pip) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f := ral.Prediction{Certainty: ral.Computed}
	j, err := p.job(ctx, rd, r, should)
	if err != nil || attr != "ensure" || j.args[0] != "install" || r.Has("install_options") {
		return f, err
	}
	cmd := host.Command{Name: toolNamed(commandOf(r), "pip"), Args: slices.Concat(pipTry(), j.args[1:], j.targets), Env: pipQuiet()}
	res, err := rd.Query(ctx, cmd)
	if pipSaid(err, "externally-managed-environment") {
		return f, errors.New("this Python is the system's own, which pip leaves alone: command can name the pip of a " +
			"virtual environment, or install_options hold --break-system-packages")
	}
	if err != nil {
		return f, nil
	}
	for line := range strings.Lines(string(res.Stdout)) {
		if all, ok := strings.CutPrefix(line, "Would install "); ok {
			f = newPrediction(r.Name(), parseNamed(strings.Fields(all)))
			f.By = "pip install --dry-run"
		}
	}
	return f, nil
}

var pipSeparators = lazyre.New(`[-_.]+`)

// pipFold is the one spelling of a name (PEP 503).
func pipFold(name string) string {
	return pipSeparators.ReplaceAllString(strings.ToLower(name), "-")
}

var pipNames = lazyre.New(`\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\z`)

// pipName refuses what pip reads as more than a name (PEP 508): a file, an
// address, NAME==1, NAME[extra].
func pipName(name string) error {
	if pipNames.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no name of a library: letters, digits and . _ -", name)
}
