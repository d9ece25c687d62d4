package pkg

import (
	"context"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// pacmanProvider returns the provider that installs from repositories with pacman(8).
func pacmanProvider() ral.Provider {
	arches := []string{"archlinux", "manjarolinux", "artix"}
	show := []string{"-p", "--print-format", "%n %v"}
	m := manager{
		Provider: ral.Provider{
			Name: "pacman", Rank: ral.Rank{Ancestors: 5},
			Doc: "Manages packages with pacman and the configured repositories, in the version of the repositories. " +
				"`source` can name a package file instead.",
			Confines: []condition.Confine{condition.FactIs("os.name", arches...)},
			Default:  []condition.Clause{condition.DefaultFor("os.name", arches...)},
			Features: []string{
				"install_options", "installable", "purgeable", "uninstall_options", "uninstallable", "upgradeable", "virtual_packages",
			},
			NeedsRoot: "pacman writes /var/lib/pacman",
		},
		tool: ral.Command{Binary: "/usr/bin/pacman", Root: []string{"--sysroot", "{root}"}, Queries: [][]string{{"-Q"}, {"-Qu"}, show}},
		call: host.Command{BlockedBy: lockHolder},
		name: pacmanName,
		// pacman exits with 1 if the list is empty. The list of newer versions is not
		// fetched again.
		list:     packages{args: []string{"-Q"}, ok: []int{1}, read: fromText(parsePacman)},
		newer:    updates{args: []string{"-Qu"}, ok: []int{1}, read: fromLines(parseUpgrades)},
		provides: providedByPacman,
		front:    []string{"--noconfirm", "--noprogressbar"},
		install:  []string{"-S", "--needed"}, fromFile: []string{"-U"}, remove: []string{"-R"}, purge: []string{"-R", "--nosave"},
		// --nosave affects only configuration files, not which packages are removed.
		dry:    &dryRun{by: "pacman -p", front: show, without: "--nosave", steps: printedByPacman},
		edited: editedBackups,
	}
	return m.provider(func() any { return m.behaviour() })
}

// providedByPacman queries a name. pacman also searches the names that packages
// provide.
func providedByPacman(ctx context.Context, rd host.Reader, b *behaviour, name string) (have, bool, error) {
	if pacmanName(name) != nil {
		return have{}, false, nil
	}
	res, err := b.query(ctx, rd, "", []int{1}, "-Q", name)
	if err != nil {
		return have{}, false, err
	}
	list, err := parsePacman(valid(res.Stdout))
	if err != nil || len(list) == 0 {
		return have{}, false, err
	}
	return list[0], true, nil
}

// parsePacman reads lines of name and version.
func parsePacman(out string) ([]have, error) {
	return parseRows("pacman -Q", "packages", out, func(line string) (have, bool) {
		words := strings.Fields(line)
		if len(words) != 2 || pacmanName(words[0]) != nil {
			return have{}, false
		}
		return have{name: words[0], version: words[1]}, true
	})
}

// parseUpgrades reads lines like "tiny 1.0-1 -> 2.0-1". It skips lines that end in
// [ignored], for packages in IgnorePkg.
func parseUpgrades(out string) map[string]string {
	known := make(map[string]string)
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) == 4 && words[2] == "->" {
			known[words[0]] = words[3]
		}
	}
	return known
}

func printedByPacman(ctx context.Context, rd host.Reader, b *behaviour, t task, res host.Result) ([]step, error) {
	here, err := b.known(ctx, rd, "")
	return parsePrint(string(res.Stdout), t.args[0] == "-R", here), err
}

// parsePrint reads the output of pacman -p in the format of show: a name and a
// version a line. here holds the installed packages.
func parsePrint(out string, leaving bool, here map[string]have) []step {
	var steps []step
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) != 2 || pacmanName(words[0]) != nil {
			continue
		}
		s := step{verb: "install", name: words[0], new: words[1]}
		if old, there := here[s.name]; there {
			s.verb, s.old = "upgrade", old.version
		}
		if leaving {
			s = step{verb: "remove", name: words[0], old: words[1]}
		}
		steps = append(steps, s)
	}
	return steps
}

// editedBackups returns the edited backup files of packages. The list of files
// contains their checksums, below %BACKUP%.
func editedBackups(ctx context.Context, rd host.Reader, names []string) (files []string) {
	const db = "/var/lib/pacman/local"
	entries, err := rd.ReadDir(ctx, db)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		words := strings.Split(e, "-") // NAME-VERSION-RELEASE; only a name has a minus
		if len(words) < 3 || !slices.Contains(names, strings.Join(words[:len(words)-2], "-")) {
			continue
		}
		data, err := rd.ReadFile(ctx, path.Join(db, e, "files"))
		if err != nil {
			continue
		}
		_, list, _ := strings.Cut(string(data), "%BACKUP%\n")
		for line := range strings.Lines(list) {
			name, sum, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if found && edited(ctx, rd, "/"+name, sum) {
				files = append(files, "/"+name)
			}
		}
	}
	return files
}

var pacmanNames = lazyre.New(`\A[A-Za-z0-9@_+][A-Za-z0-9@._+-]*\z`)

// pacmanName rejects names that pacman would read as more than a name: REPO/NAME,
// NAME=1.
func pacmanName(name string) error {
	return checkName(name, pacmanNames, "package name (allowed: letters, digits, @ . _ + -)", "")
}
