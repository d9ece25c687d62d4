package e2e_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// program is the path of ralsh in the roots in which listings are timed.
const program = "/opt/ralsh"

// TestLimitUsers lists the users of a root with Puppet. Both programs spend most of
// the time starting, and a Go program of this size takes as long to start as five
// runs of getent. The limits are therefore relative to getent and to ralsh's own
// start.
func TestLimitUsers(t *testing.T) {
	real.Limits(t)
	if !real.InsideOf(t, real.Puppet, withProgram(t)) {
		return
	}
	atMost(t, 8, "users", words(program, "resource user"), words("getent passwd"))
	atMost(t, 1.6, "users", words(program, "resource user"), words(program, "--version"))
}

// TestLimitManyUsers lists many users in a few times the processor time that this process needs to
// split the lines of their files.
func TestLimitManyUsers(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin, used := real.Binary(t), make(map[int]time.Duration)
	for _, n := range []int{1_000, 10_000, 100_000} {
		root := manyUsers(t, n)
		floor := splittingFloor(t, root)
		used[n] = time.Hour
		for round := 0; round < 3 || round < 9 && used[n] > mostOfSplitting*floor; round++ {
			p, _ := cost(t, bin, "--root", root, "resource", "user")
			used[n] = min(used[n], p.cpu)
		}
		what := fmt.Sprintf("%d users, %v of the processors, %.1f times the floor of %v", n, used[n], used[n].Seconds()/floor.Seconds(), floor)
		if t.Log(what); n == 100_000 {
			real.Within(t, what, used[n], mostOfSplitting*floor)
		}
	}
	real.Grows(t, "users", used[10_000], used[100_000], 12)
}

// mostOfSplitting is the limit for 100,000 users. A thousand users take less time than the start.
const mostOfSplitting = 24

// splittingFloor returns the processor time to read the files of the users below a root and to
// split their lines.
func splittingFloor(t *testing.T, root string) time.Duration {
	t.Helper()
	best := time.Hour
	for range 5 {
		start, fields := real.CPU(), 0
		for _, name := range []string{"etc/passwd", "etc/shadow"} {
			data, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				fields += len(strings.Split(line, ":"))
			}
		}
		if fields == 0 {
			t.Fatal("no users")
		}
		best = min(best, real.CPU()-start)
	}
	return best
}

// TestLimitPuppet limits listings of users, services and packages to a fifth of
// Puppet's time, in a root with Puppet. gem, which is a Ruby program too, takes most of
// ralsh's time for packages.
func TestLimitPuppet(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	if !real.InsideOf(t, real.Puppet, withProgram(t)) {
		return
	}
	for _, typ := range []string{"user", "service", "package"} {
		best := time.Hour
		for range 5 {
			best = min(best, wall(t, program, "resource", typ))
		}
		t.Logf("ralsh resource %s: %v", typ, best)
		if theirs := quotePuppet(t, typ); best > theirs/5 {
			t.Errorf("%s: more than a fifth of Puppet's %v", typ, theirs)
		}
	}
}

// TestLimitVersion compares the start of ralsh with that of an empty Go program. The
// rest is what the libraries initialise.
func TestLimitVersion(t *testing.T) {
	real.Limits(t)
	atMost(t, 3, "--version", []string{real.Binary(t), "--version"}, []string{emptyProgram(t)})
}

// emptyProgram builds a program that does nothing, static and stripped.
func emptyProgram(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "empty")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-race=false", "-ldflags=-s -w", "-o", program, source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// TestLimitServices lists the services of a booted Debian.
func TestLimitServices(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	if !real.InsideBooted(t, real.Binary) {
		return
	}
	atMost(t, 0.6, "services", words(program, "resource service"), words("systemctl list-unit-files --no-pager"))
}

// TestLimitRpm lists the packages of rpm.
func TestLimitRpm(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	if !real.InsideOf(t, real.Rpm, func(root string) { withProgram(t)(root); manyRpms(t, root) }) {
		return
	}
	atMost(t, 1.1, "packages of rpm", words(program, "resource package --provider rpm"), words("rpm -qa"))
}

// withProgram returns a function that installs ralsh in a root.
func withProgram(t *testing.T) func(root string) {
	t.Helper()
	return func(root string) {
		t.Helper()
		real.Install(t, root, program, real.Binary(t))
	}
}

// manyRpms installs four hundred packages of a hundred files each into a root, as
// many as on a small host. One spec file defines them; their files are not written.
func manyRpms(t *testing.T, root string) {
	t.Helper()
	var spec strings.Builder
	spec.WriteString("Name: many\nVersion: 1.0\nRelease: 1\nSummary: many\nLicense: none\nBuildArch: noarch\n%description\nmany\n%files\n" +
		"%install\nfor i in $(seq 0 399); do mkdir -p %{buildroot}/srv/$i; (cd %{buildroot}/srv/$i && touch $(seq 100 199)); done\n")
	for i := range 400 {
		fmt.Fprintf(&spec, "%%package sample%d\nSummary: one of many\nRequires: many\n%%description sample%d\n%s%%files sample%d\n/srv/%d\n",
			i, i, strings.Repeat("It is as long as such a text is on most hosts.\n", 5), i, i)
	}
	if err := os.WriteFile(filepath.Join(root, "tmp/many.spec"), []byte(spec.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	const make = "rpmbuild -bb --define '_topdir /tmp/many' /tmp/many.spec && rpm -i --justdb --nodeps /tmp/many/RPMS/*/*.rpm"
	if out, err := real.Enter(root, "sh", "-c", make).CombinedOutput(); err != nil {
		t.Fatalf("making packages: %v\n%.2000s", err, out)
	}
}

// words returns the words of several lines.
func words(lines ...string) []string { return strings.Fields(strings.Join(lines, " ")) }

// leeway is the factor by which a ratio to another tool may exceed its limit. The
// same ralsh takes 0.95 of the time of rpm -qa on one machine and 1.2 on another, and
// 0.59 and 0.68 of dpkg-query's.
const leeway = 1.25

// atMost checks the ratio of two commands' times: the best of several rounds, because
// other work on the machine slows some rounds down.
func atMost(t testing.TB, limit float64, what string, ours, theirs []string) {
	t.Helper()
	best := math.Inf(1)
	for round := 0; best > limit && round < 5; round++ {
		best = min(best, sideBySide(t, what, ours, theirs))
	}
	switch report := fmt.Sprintf("%.2f times as long as %s, more than %v", best, strings.Join(theirs, " "), limit); {
	case best > limit*leeway:
		t.Error(report)
	case best > limit:
		t.Logf("%s, and within the leeway between machines", report)
	}
}

// sideBySide returns the ratio of two commands' times. They alternate, as whole
// processes. The first quartile of each counts, because slower runs are due to other
// work on the machine.
func sideBySide(t testing.TB, what string, ours, theirs []string) float64 {
	t.Helper()
	var a, b []time.Duration
	for range 61 {
		a = append(a, wall(t, ours[0], ours[1:]...))
		b = append(b, wall(t, theirs[0], theirs[1:]...))
	}
	slices.Sort(a)
	slices.Sort(b)
	quarter, half := len(a)/4, len(a)/2
	ratio := float64(a[quarter]) / float64(b[quarter])
	t.Logf("%s: ralsh %v, %s %v: %.2f; by medians %.2f", what, a[quarter], strings.Join(theirs, " "), b[quarter],
		ratio, float64(a[half])/float64(b[half]))
	return ratio
}

// quotePuppet logs and returns how long Puppet takes for the same listing.
func quotePuppet(t testing.TB, typ string) time.Duration {
	t.Helper()
	if _, err := exec.LookPath("puppet"); err != nil {
		t.Logf("puppet is not on this machine: nothing to quote for %s", typ)
		return 0
	}
	best := time.Hour
	for range 3 {
		best = min(best, wall(t, "puppet", "resource", typ))
	}
	t.Logf("puppet resource %s: %v", typ, best)
	return best
}
