package e2e_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// row prints a row of a table: what, the cost of each command, and how many times the
// first is cheaper than the others.
func row(t *testing.T, what string, costs ...process) {
	t.Helper()
	cells := []string{what}
	for i, p := range costs {
		if p == (process{}) {
			cells = append(cells, "")
			continue
		}
		cell := fmt.Sprintf("%s, %d MiB", short3(p.cpu), p.kib>>10)
		if i > 0 {
			cell += fmt.Sprintf(" (%.3gx)", p.cpu.Seconds()/costs[0].cpu.Seconds())
		}
		cells = append(cells, cell)
	}
	t.Log("\n| " + strings.Join(cells, " | ") + " |")
}

// short3 returns a duration with three digits: 3.56 ms, 1.23 s.
func short3(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1000)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

// least returns the cheapest of several runs of a command.
func least(t *testing.T, rounds int, argv ...string) process {
	t.Helper()
	best, _ := cost(t, argv[0], argv[1:]...)
	for range rounds - 1 {
		p, _ := cost(t, argv[0], argv[1:]...)
		best.wall, best.cpu, best.kib = min(best.wall, p.wall), min(best.cpu, p.cpu), min(best.kib, p.kib)
	}
	return best
}

// TestSpeedAgainstTools compares ralsh with Puppet, Facter, dpkg-query and getent, in
// a Debian root with all of them.
func TestSpeedAgainstTools(t *testing.T) {
	real.Speed(t)
	if !real.InsideOf(t, real.Puppet, withProgram(t)) {
		return
	}
	const many = 15
	row(t, "start: `--version`", least(t, many, program, "--version"), process{}, least(t, 2, "puppet", "--version"))
	row(t, "users; `getent passwd`", least(t, many, program, "resource", "user"), least(t, many, "getent", "passwd"), least(t, 2, "puppet", "resource", "user"))
	row(t, "packages; `dpkg-query -W`", least(t, many, program, "resource", "package", "--provider", "apt"), least(t, many, "dpkg-query", "-W"), least(t, 2, "puppet", "resource", "package"))
	for _, n := range []int{100, 1000} {
		code, _ := declared(t, n)
		dir := t.TempDir()
		row(t, fmt.Sprintf("plan of %d files in sync", n), least(t, many, program, "apply", "--noop", code), process{},
			least(t, 2, "puppet", "apply", "--noop", "--confdir", dir, "--vardir", dir, code))
	}
}

// TestSpeedBooted compares services and facts on a booted Debian.
func TestSpeedBooted(t *testing.T) {
	real.Speed(t)
	if !real.InsideBooted(t, real.Binary) {
		return
	}
	row(t, "all facts; `facter`", least(t, 15, program, "facts"), least(t, 3, "facter"), process{})
	row(t, "services; `systemctl list-unit-files`", least(t, 15, program, "resource", "service"),
		least(t, 15, "systemctl", "list-unit-files", "--no-pager"), process{})
}

// TestSpeedFiles prints what plans and applies of files cost, and their floors.
func TestSpeedFiles(t *testing.T) {
	real.Speed(t)
	bin := real.Binary(t)
	for _, n := range []int{10_000, 100_000} {
		_, catalog := declared(t, n)
		floor := readingFloor(t, catalog, n)
		row(t, fmt.Sprintf("plan of %d files in sync; to describe and to read each", n), least(t, 3, bin, "apply", "--noop", catalog), process{cpu: floor}, process{})
	}
	row(t, "plan of 2,000 files of 900 KB, mode managed", least(t, 5, bin, "apply", "--noop", manyModes(t, 2000)), process{}, process{})
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	large(t, from, 300<<20)
	copied := catalogOf(t, dir, []resourceOf{{"File", to, map[string]any{"ensure": "file", "source": from}}})
	row(t, "plan of a source of 300 MB; `sha256sum`", least(t, 3, bin, "apply", "--noop", copied), least(t, 3, "sha256sum", from), process{})
	row(t, "apply of it; `cp`", least(t, 1, bin, "apply", copied), least(t, 1, "cp", from, filepath.Join(dir, "copy")), process{})
	fresh := newFiles(t, 10_000)
	p := least(t, 1, bin, "apply", fresh)
	row(t, fmt.Sprintf("apply of 10,000 new files, each on the disk (%s in all)", short3(p.wall)), p, process{}, process{})
}

// TestSpeedTypes prints what a plan of 10,000 resources of each type costs.
func TestSpeedTypes(t *testing.T) {
	real.Speed(t)
	bin := real.Binary(t)
	const n = 10_000
	for _, k := range kinds {
		cells := []string{"| `" + k.name + "`" + k.note}
		for _, as := range []state{inSync, created, removed} {
			if !k.has(as) {
				cells = append(cells, "")
				continue
			}
			root, catalog := k.catalog(t, n, as)
			time.Sleep(3 * time.Second) // a file that was just written is read each time
			p := planned(t, bin, root, catalog, n, as, 3)
			cells = append(cells, fmt.Sprintf("%s, %d MiB", short3(p.cpu), p.kib>>10))
		}
		t.Log("\n" + strings.Join(cells, " | ") + " |")
	}
}
