package pkg

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// gemProvider returns the provider that installs libraries of Ruby with gem(1).
func gemProvider() ral.Provider {
	return gemsWith("gem", "gem", "Manages Ruby libraries with gem.")
}

// puppetGemProvider returns the provider for the Ruby that Puppet's own packages contain.
func puppetGemProvider() ral.Provider {
	return gemsWith("puppet_gem", "/opt/puppetlabs/puppet/bin/gem", "Manages the libraries of Puppet's own Ruby, which its packages for all systems install below /opt/puppetlabs.")
}

func gemsWith(name, program, doc string) ral.Provider {
	m := manager{
		Provider: ral.Provider{
			Name: name, Rank: ral.Rank{Score: 1},
			Doc: doc + " Several versions of a library can be installed: `ensure` lists them, and a declared version " +
				"must be in this list. `source` names a file instead of the configured sources; `command` names a different gem program.",
			Features: []string{
				"install_options", "installable", "targetable", "uninstall_options", "uninstallable", "upgradeable",
				"version_ranges", "versionable",
			},
		},
		tool: ral.Command{Binary: program, Queries: [][]string{{"list", "--local"}, {"outdated"}, {"install", "--explain"}}},
		// Without this, gem writes the fetched indexes into the home directory.
		askEnv:  []string{"HOME=/nonexistent"},
		name:    gemName,
		list:    packages{args: []string{"list", "--local"}, read: fromText(parseGems)},
		newer:   updates{args: []string{"outdated"}, read: fromLines(parseOutdatedGems)},
		install: []string{"install", "--no-document"}, remove: []string{"uninstall", "--executables", "--all"},
		single: true, isVersion: isGemVersion,
		choose: func(_ context.Context, _ host.Reader, _ *behaviour, _ *ral.Resource, should value.Value, t *task) error {
			if should.Kind() == value.String {
				t.args = append(t.args, "--version", gemRequirement(should.Text()))
			}
			return nil
		},
		dry: &dryRun{
			by: "gem install --explain", behind: []string{"--explain"}, complete: true, covers: installs,
			steps: parsedSteps(func(out string) []step { return parseNamed(strings.Split(out, "\n")) }),
		},
	}
	return m.provider(func() any { return m.behaviour() })
}

var gemLine = lazyre.New(`\A(\S+) \(([^)]+)\)\z`)

// parseGems reads lines like "json (2.6.3, default: 2.6.1)", the highest version
// first.
func parseGems(out string) ([]have, error) {
	list, err := parseRows("gem list", "gems", out, func(line string) (have, bool) {
		m := gemLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || gemName(m[1]) != nil {
			return have{}, false
		}
		var versions []string
		for _, v := range strings.Split(m[2], ",") {
			// The platform follows the version.
			if words := strings.Fields(strings.ReplaceAll(v, "default:", "")); len(words) > 0 {
				versions = append(versions, words[0])
			}
		}
		if len(versions) == 0 {
			return have{}, false
		}
		return have{name: m[1], version: versions[0], others: versions[1:], listed: true}, true
	})
	if strings.Contains(out, "LOCAL GEMS") {
		err = nil
	}
	return list, err
}

var gemOld = lazyre.New(`\A(\S+) \((\S+) < (\S+)\)\z`)

// parseOutdatedGems reads lines like "tiny (1.0 < 2.0)".
func parseOutdatedGems(out string) map[string]string {
	known := make(map[string]string)
	for line := range strings.Lines(out) {
		if m := gemOld.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			known[m[1]] = m[3]
		}
	}
	return known
}

// gemRequirement writes a range as gem does: ">= 1.0, < 2".
func gemRequirement(text string) string {
	if !isRange(text) {
		return text
	}
	return strings.Join(strings.Fields(text), ", ")
}

// isGemVersion accepts any installed version, and runs gem to evaluate ranges.
func isGemVersion(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, _, should string) (bool, error) {
	if isRange(should) {
		res, err := b.query(ctx, rd, commandOf(r), nil, "list", "--local", "--exact", r.Name(), "--version", gemRequirement(should))
		return strings.Contains(string(res.Stdout), r.Name()+" ("), err
	}
	all, err := b.known(ctx, rd, commandOf(r))
	h := all[r.Name()]
	return h.version == should || slices.Contains(h.others, should), err
}

var named = lazyre.New(`\A([A-Za-z0-9._-]+)-([0-9][A-Za-z0-9.+!]*)\z`)

// parseNamed reads words like "tiny-2.0", a name and a version.
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

// gemName rejects names that gem would read as more than a name: NAME:VERSION, a
// file.
func gemName(name string) error {
	return checkName(name, gemNames, "library name (allowed: letters, digits, . _ -)", ".gem")
}
