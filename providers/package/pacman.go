package pkg

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// pacman installs from repositories, with pacman(8).
type pacman struct {
	inventory
	groupWorker
	dry simulation
}

func pacmanRoot() []string { return []string{"--sysroot", "{root}"} }

func pacmanPrint() []string { return []string{"-p", "--print-format", "%n %v"} }

func pacmanProvider() ral.Provider {
	return ral.Provider{
		Name: "pacman", Type: "package", Ancestors: 5,
		Doc: "Packages by pacman, from the repositories that the host knows, at the version that they have. " +
			"`source` may name a file instead.",
		Commands: []ral.Command{{Binary: "/usr/bin/pacman", Root: pacmanRoot(), Queries: [][]string{
			{"-Q"}, {"-Qu"}, pacmanPrint(),
		}}},
		Confines: []ral.Confine{ral.FactIs("os.name", arches()...)},
		Default:  []ral.Clause{ral.DefaultFor("os.name", arches()...)},
		Features: []string{
			"install_options", "installable", "purgeable", "uninstall_options", "uninstallable", "upgradeable", "virtual_packages",
		},
		NeedsRoot: "pacman writes /var/lib/pacman",
		New:       newPacman,
	}
}

func arches() []string { return []string{"archlinux", "manjarolinux", "artix"} }

func newPacman() any {
	p := new(pacman)
	p.all, p.provider, p.upgrades.ask, p.manager = p.installed, p.provides, p.newer, p
	return p
}

func (p *pacman) installed(ctx context.Context, rd host.Reader, _ string) ([]have, error) {
	out, err := p.query(ctx, rd, "-Q")
	if err != nil {
		return nil, err
	}
	return parsePacman(out)
}

// provides asks for one name, which pacman finds by what packages provide too.
func (p *pacman) provides(ctx context.Context, rd host.Reader, name string) (have, bool, error) {
	if pacmanName(name) != nil {
		return have{}, false, nil
	}
	out, err := p.query(ctx, rd, "-Q", name)
	if err != nil || out == "" {
		return have{}, false, err
	}
	list, err := parsePacman(out)
	if err != nil || len(list) == 0 {
		return have{}, false, err
	}
	return list[0], true, nil
}

// parsePacman reads lines of a name and a version. An answer of which nothing is
// understood is an error: taken for no package at all, it would have everything
// installed again.
func parsePacman(out string) ([]have, error) {
	var list []have
	n := 0
	for line := range strings.Lines(out) {
		n++
		if words := strings.Fields(line); len(words) == 2 && pacmanName(words[0]) == nil {
			list = append(list, have{name: words[0], version: words[1], from: fmt.Sprintf("pacman -Q, line %d", n)})
		}
	}
	if len(list) == 0 && strings.TrimSpace(out) != "" {
		return nil, fmt.Errorf("pacman -Q did not answer with packages but %q", short(out))
	}
	return list, nil
}

func (p *pacman) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	if err := pacmanName(r.Name()); err != nil {
		return job{}, err
	}
	switch {
	case should.IsAbsent():
		return job{append([]string{"-R"}, optionsOf(r, "uninstall_options")...), []string{r.Name()}}, nil
	case should.IsSym("purged"):
		return job{append([]string{"-R", "--nosave"}, optionsOf(r, "uninstall_options")...), []string{r.Name()}}, nil
	case r.Has("source"):
		source, err := sourceOf(r)
		return job{append([]string{"-U"}, optionsOf(r, "install_options")...), []string{source}}, err
	}
	return job{append([]string{"-S", "--needed"}, optionsOf(r, "install_options")...), []string{r.Name()}}, nil
}

func (p *pacman) command(rd host.Reader, _ *ral.Resource, j job) host.Command {
	args := ral.RootArgs(pacmanRoot(), rd.Root(), append([]string{"--noconfirm", "--noprogressbar"}, j.line()...)...)
	return host.Command{Name: "/usr/bin/pacman", Args: args, Timeout: installTime, BlockedBy: lockHolder}
}

// newer is all that the repositories have newer, as far as the host was told of
// it: nothing is fetched. pacman's status is 1 when there is none.
func (p *pacman) newer(ctx context.Context, rd host.Reader, _ string) (map[string]string, error) {
	out, err := p.query(ctx, rd, "-Qu")
	return parseUpgrades(out), err
}

// parseUpgrades reads lines such as "tiny 1.0-1 -> 2.0-1". Behind one that
// IgnorePkg passes over stands [ignored].
func parseUpgrades(out string) map[string]string {
	known := make(map[string]string)
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) == 4 && words[2] == "->" {
			known[words[0]] = words[3]
		}
	}
	return known
}

// query runs pacman with the status for nothing found taken for an answer.
func (p *pacman) query(ctx context.Context, rd host.Reader, args ...string) (string, error) {
	args = ral.RootArgs(pacmanRoot(), rd.Root(), args...)
	res, err := rd.Query(ctx, host.Command{Name: "/usr/bin/pacman", Args: args, OK: []int{1}})
	return strings.ToValidUTF8(string(res.Stdout), "?"), err
}

var pacmanNames = lazyre.New(`\A[A-Za-z0-9@_+][A-Za-z0-9@._+-]*\z`)

// pacmanName refuses what pacman reads as more than a name: REPO/NAME, NAME=1.
func pacmanName(name string) error {
	if pacmanNames.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no name of a package: letters, digits and @ . _ + -", name)
}
