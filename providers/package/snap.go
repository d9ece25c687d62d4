package pkg

import (
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// snapProvider returns the provider that installs snaps with snap(8).
func snapProvider() ral.Provider {
	m := manager{
		Provider: ral.Provider{
			Name: "snap", Rank: ral.Rank{Score: 1},
			Doc: "Manages snaps with snap, in the revision of their channel. `install_options => '--channel=edge'` selects a different channel. " +
				"It is tested with recorded output of snap, because snapd needs a separate system.",
			Features: []string{
				"holdable", "install_options", "installable", "purgeable", "uninstall_options", "uninstallable", "upgradeable",
			},
			NeedsRoot: "snap installs for all users",
		},
		tool:    ral.Command{Queries: [][]string{{"list"}, {"refresh", "--list"}}},
		name:    snapName,
		list:    packages{args: []string{"list", "--color=never", "--unicode=never"}, read: fromText(parseSnap)},
		newer:   updates{args: []string{"refresh", "--list"}, read: fromLines(parseSnapUpdates)},
		install: []string{"install"}, upgrade: []string{"refresh"}, remove: []string{"remove"}, purge: []string{"remove", "--purge"},
		marker: func(name, mark string) host.Command {
			verb := map[string]string{"hold": "--hold", "none": "--unhold"}[mark]
			return host.Command{Name: "snap", Args: []string{"refresh", verb, name}}
		},
		marked: func(r *ral.Resource, should value.Value) []string {
			if !installed(r.Is("ensure")) && (should.IsSym("held") || r.Get("mark").IsSym("hold")) {
				return []string{"hold"}
			}
			return nil
		},
	}
	return m.provider(func() any { return m.behaviour() })
}

// parseSnap reads the table of snap list: Name, Version, Rev, Tracking, Publisher,
// Notes. Output that does not start with the heading is an error, except empty
// output: snap prints no table without snaps.
func parseSnap(out string) ([]have, error) {
	var list []have
	n := 0
	for line := range strings.Lines(out) {
		n++
		words := strings.Fields(line)
		switch {
		case n == 1 && len(words) > 0 && words[0] != "Name":
			return nil, unexpected("snap list", "a table of snaps", out)
		case n == 1 || len(words) < 6 || snapName(words[0]) != nil:
			continue
		}
		held := slices.Contains(strings.Split(words[5], ","), "held")
		list = append(list, have{name: words[0], version: words[1], held: held, from: fmt.Sprintf("snap list, line %d", n)})
	}
	return list, nil
}

// parseSnapUpdates reads the table of snap refresh --list, which has fewer columns.
func parseSnapUpdates(out string) map[string]string {
	known := make(map[string]string)
	for i, line := range strings.Split(out, "\n") {
		if words := strings.Fields(line); i > 0 && len(words) >= 4 {
			known[words[0]] = words[1]
		}
	}
	return known
}

var snapNames = lazyre.New(`\A[a-z0-9][a-z0-9-]*(?:_[a-z0-9]{1,10})?\z`)

// snapName accepts only a name, with or without an instance key.
func snapName(name string) error {
	return checkName(name, snapNames, "snap name (allowed: lower-case letters, digits, -)", "")
}
