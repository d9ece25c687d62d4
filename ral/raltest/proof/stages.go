package proof

import (
	"cmp"
	"slices"
)

// Tier is one of the two scripts.
type Tier string

const (
	Quick    Tier = "run"  // .ci/run: required for each change
	Complete Tier = "full" // .ci/full: all further tests
)

// Stage is a selection of tests for a call of go test, as root.
type Stage struct {
	Name     string
	Tier     Tier
	Module   string             // directory of the module; "" for the main module
	Settings []string           // environment variables
	Flags    []string           // of go test
	Selects  func(Package) bool // nil for all packages
	First    []string           // packages that take long: they start first
}

// idle makes go test run a single package at a time, because the machine must be idle while a
// limit is checked.
const idle = "-p=1"

// Stages returns the table of stages. The first stage is the test command of README.md, as an
// unprivileged user.
func Stages() []Stage {
	const real, judged, full, collector, against = "RALSH_REAL=1", "RALSH_LIMITS=1", "RALSH_FULL=1", "GOGC=100", "RALSH_AGAINST=check"
	long := []string{"ralsh/ui/e2e", "ralsh/ral/raltest/laws", "ralsh/ui/tui", "ralsh/ui/agent"}
	return []Stage{
		{Name: "newcomer", Tier: Quick},
		{
			Name: "real", Tier: Quick, Settings: []string{real}, Flags: []string{"-parallel=6", "-timeout=20m"}, First: long,
			Selects: func(p Package) bool { return p.Privileged && !p.Concurrent },
		},
		{
			Name: "race", Tier: Quick, Settings: []string{real}, Flags: []string{"-race", "-p=4", "-timeout=20m"}, First: long,
			Selects: func(p Package) bool { return p.Concurrent },
		},
		{Name: "screenshots", Tier: Quick, Module: "screenshots", Settings: []string{real}},
		{Name: "limits", Tier: Quick, Settings: []string{real, judged, collector}, Flags: []string{idle, "-run=Limit"}},
		{Name: "all", Tier: Complete, Settings: []string{real, full, against}, Flags: []string{"-race", "-p=2", "-parallel=4", "-timeout=120m"}, First: long},
		{Name: "releases", Tier: Complete, Module: ".ci/packaging", Settings: []string{real, full}, Flags: []string{"-timeout=30m"}},
		{Name: "every-limit", Tier: Complete, Settings: []string{real, judged, full, collector}, Flags: []string{idle, "-timeout=20m", "-run=Limit"}},
		{Name: "benchmarks", Tier: Complete, Settings: []string{real, collector}, Flags: []string{idle, "-timeout=20m", "-run=^$", "-bench=.", "-benchtime=1x"}},
	}
}

// Runs reports whether a stage runs a test of a package without skipping it by its gates.
func (s Stage) Runs(p Package, t Test) bool {
	if s.Selects != nil && !s.Selects(p) || p.Module != s.Module || t.Benchmark != slices.Contains(s.Flags, "-bench=.") {
		return false
	}
	limits := slices.Contains(s.Settings, "RALSH_LIMITS=1")
	return !t.Speed && t.Limit == limits && (!t.Full || slices.Contains(s.Settings, "RALSH_FULL=1"))
}

// Command returns the command that runs a stage: the packages with selected tests, long
// packages first.
func (s Stage) Command(all []Package) []string {
	command := append(append([]string{"env"}, s.Settings...), "go", "test")
	if s.Module != "" {
		command = append(command, "-C="+s.Module)
	}
	command = append(append(command, "-json", "-count=1", "-vet=off"), s.Flags...)
	var paths []string
	for _, p := range all {
		if slices.ContainsFunc(p.Tests, func(t Test) bool { return s.Runs(p, t) }) {
			paths = append(paths, p.Path)
		}
	}
	rank := func(path string) int { return (slices.Index(s.First, path) + len(s.First) + 1) % (len(s.First) + 1) }
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return append(command, paths...)
}
