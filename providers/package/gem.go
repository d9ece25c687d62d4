package pkg

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// gem installs libraries of Ruby, with gem(1).
type gem struct {
	inventory
	worker
}

func gemProvider() ral.Provider {
	return ral.Provider{
		Name: "gem", Type: "package", Score: 1,
		Doc: "Libraries of Ruby by gem. Several versions of one can be there: the highest is shown, and each will do. " +
			"`source` names a file instead of the sources that gem knows; `command` another gem than the one on PATH.",
		Commands: []ral.Command{{Binary: "gem", Queries: [][]string{
			{"list", "--local"}, {"outdated"}, {"install", "--explain"},
		}}},
		Features: []string{
			"install_options", "installable", "targetable", "uninstall_options", "uninstallable", "upgradeable",
			"version_ranges", "versionable",
		},
		New: newGem,
	}
}

func newGem() any {
	g := new(gem)
	g.all, g.upgrades.ask, g.manager = installedGems, newerGems, g
	return g
}

// noHome keeps gem from writing the indexes that it fetched into a home.
func noHome() []string { return []string{"HOME=/nonexistent"} }

// askGem runs a gem that only looks.
func askGem(ctx context.Context, rd host.Reader, command string, args ...string) (string, error) {
	res, err := rd.Query(ctx, host.Command{Name: toolNamed(command, "gem"), Args: args, Env: noHome()})
	return strings.ToValidUTF8(string(res.Stdout), "?"), err
}

// toolNamed is the tool that a resource names, or the usual one.
func toolNamed(command, usual string) string {
	if command == "" {
		return usual
	}
	return command
}

func installedGems(ctx context.Context, rd host.Reader, command string) ([]have, error) {
	out, err := askGem(ctx, rd, command, "list", "--local")
	if err != nil {
		return nil, err
	}
	return parseGems(out)
}

var gemLine = lazyre.New(`\A(\S+) \(([^)]+)\)\z`)

// parseGems reads lines such as "json (2.6.3, default: 2.6.1)", the highest
// version first. An answer of which nothing is understood is an error.
func parseGems(out string) ([]have, error) {
	var list []have
	n := 0
	for line := range strings.Lines(out) {
		n++
		m := gemLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || gemName(m[1]) != nil {
			continue
		}
		var versions []string
		for _, v := range strings.Split(m[2], ",") {
			// Behind a version stands the platform that it is for.
			if words := strings.Fields(strings.ReplaceAll(v, "default:", "")); len(words) > 0 {
				versions = append(versions, words[0])
			}
		}
		if len(versions) > 0 {
			list = append(list, have{name: m[1], version: versions[0], beside: versions[1:], from: fmt.Sprintf("gem list, line %d", n)})
		}
	}
	if len(list) == 0 && strings.TrimSpace(out) != "" && !strings.Contains(out, "LOCAL GEMS") {
		return nil, fmt.Errorf("gem list did not answer with gems but %q", short(out))
	}
	return list, nil
}

var gemOld = lazyre.New(`\A(\S+) \((\S+) < (\S+)\)\z`)

// newerGems asks the sources of gem for all that is newer there.
func newerGems(ctx context.Context, rd host.Reader, command string) (map[string]string, error) {
	out, err := askGem(ctx, rd, command, "outdated")
	known := make(map[string]string)
	for line := range strings.Lines(out) {
		if m := gemOld.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			known[m[1]] = m[3]
		}
	}
	return known, err
}

func (*gem) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name := r.Name()
	if err := gemName(name); err != nil {
		return job{}, err
	}
	if should.IsAbsent() {
		args := append([]string{"uninstall", "--executables", "--all"}, optionsOf(r, "uninstall_options")...)
		return job{args, []string{name}}, nil
	}
	args, target := []string{"install", "--no-document"}, name
	switch {
	case r.Has("source"):
		source, err := sourceOf(r)
		if err != nil {
			return job{}, err
		}
		target = source
	case should.Kind() == value.String:
		args = append(args, "--version", gemRequirement(should.Text()))
	}
	return job{append(args, optionsOf(r, "install_options")...), []string{target}}, nil
}

// gemRequirement writes a range as gem does: ">= 1.0, < 2".
func gemRequirement(text string) string {
	if !isRange(text) {
		return text
	}
	return strings.Join(strings.Fields(text), ", ")
}

func (*gem) command(_ host.Reader, r *ral.Resource, j job) host.Command {
	return host.Command{Name: toolNamed(commandOf(r), "gem"), Args: j.line(), Timeout: installTime}
}

// InSync takes any of the versions that are there for the one that is wanted,
// and lets gem itself judge ranges.
func (g *gem) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !installed(is) || should.Kind() != value.String {
		return g.inventory.InSync(ctx, rd, r, attr, is, should)
	}
	all, err := g.known(ctx, rd, commandOf(r))
	if err != nil {
		return false, true, err
	}
	h := all[r.Name()]
	if want := should.Text(); !isRange(want) {
		return h.version == want || slices.Contains(h.beside, want), true, nil
	}
	out, err := askGem(ctx, rd, commandOf(r), "list", "--local", "--exact", r.Name(), "--version", gemRequirement(should.Text()))
	return strings.Contains(out, r.Name()+" ("), true, err
}

// Predict lets gem explain what it would install.
func (g *gem) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	j, err := g.job(ctx, rd, r, should)
	if err != nil || attr != "ensure" || j.args[0] != "install" {
		return ral.Prediction{Certainty: ral.Computed}, err
	}
	out, err := askGem(ctx, rd, commandOf(r), slices.Concat([]string{"install", "--explain"}, j.args[1:], j.targets)...)
	if err != nil {
		return ral.Prediction{}, err
	}
	f := newPrediction(r.Name(), parseNamed(strings.Split(out, "\n")))
	f.By = "gem install --explain"
	return f, nil
}

var named = lazyre.New(`\A([A-Za-z0-9._-]+)-([0-9][A-Za-z0-9.+!]*)\z`)

// parseNamed reads words such as "tiny-2.0".
func parseNamed(words []string) []step {
	var steps []step
	for _, word := range words {
		if m := named.FindStringSubmatch(strings.TrimSpace(word)); m != nil {
			steps = append(steps, step{verb: "install", name: m[1], new: m[2]})
		}
	}
	return steps
}

var gemNames = lazyre.New(`\A[A-Za-z0-9_][A-Za-z0-9._-]*\z`)

// gemName refuses what gem reads as more than a name: NAME:VERSION, a file.
func gemName(name string) error {
	if gemNames.MatchString(name) && !strings.HasSuffix(name, ".gem") {
		return nil
	}
	return fmt.Errorf("%q is no name of a library: letters, digits and . _ -", name)
}
