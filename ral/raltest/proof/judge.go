package proof

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Results are the events of stages by test, as "ralsh/ral TestBuild/empty".
type Results map[string]*Result

// Result counts how a test ended.
type Result struct {
	Passed, Failed, Skipped int
	Took                    float64 // seconds, the longest time
}

// event is the part of a line of `go test -json` that is used (go doc test2json).
type event struct {
	Action, Package, Test string
	Elapsed               float64
}

// Add adds the output of `go test -json`. Text that is not JSON is an error.
func (r Results) Add(output io.Reader) error {
	for dec := json.NewDecoder(output); ; {
		var e event
		if err := dec.Decode(&e); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading the results of tests: %w", err)
		}
		if e.Test == "" {
			continue
		}
		name := e.Package + " " + e.Test
		if r[name] == nil {
			r[name] = &Result{}
		}
		r[name].Took = max(r[name].Took, e.Elapsed)
		switch e.Action {
		case "run":
			if strings.HasPrefix(e.Test, "Benchmark") { // benchmarks have no event pass
				r[name].Passed++
			}
		case "pass":
			r[name].Passed++
		case "fail":
			r[name].Failed++
		case "skip":
			r[name].Skipped++
		}
	}
}

// Judge returns a line for each unproven test of a tier: a test that no stage ran, and a test
// or part of a test that failed or was always skipped.
func Judge(tier Tier, all []Package, results Results) []string {
	var faults []string
	known, selected := make(map[string]bool), make(map[string]bool)
	for _, p := range all {
		for _, t := range p.Tests {
			known[p.Path+" "+t.Name] = true
			if !slices.ContainsFunc(Stages(), func(s Stage) bool { return s.Tier == tier && s.Runs(p, t) }) {
				continue
			}
			name := p.Path + " " + t.Name
			selected[name] = true
			if results[name] == nil {
				faults = append(faults, name+": no stage ran it")
			}
		}
	}
	for name, r := range results {
		pkg, test, _ := strings.Cut(name, " ")
		root, _, _ := strings.Cut(test, "/")
		root = pkg + " " + root
		switch {
		case !known[root]:
			faults = append(faults, name+": no source file has it")
		case r.Failed > 0:
			faults = append(faults, name+": failed")
		case (r.Passed == 0 || r.Skipped > 0 && strings.HasPrefix(test, "Benchmark")) && selected[root]:
			faults = append(faults, name+": skipped by each stage")
		}
	}
	slices.Sort(faults)
	return faults
}

// Slowest returns the tests that took longest, without their parts.
func (r Results) Slowest(n int) []string {
	var names []string
	for name := range r {
		if !strings.Contains(name[strings.IndexByte(name, ' '):], "/") {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(r[b].Took, r[a].Took), strings.Compare(a, b))
	})
	for i, name := range names[:min(n, len(names))] {
		names[i] = fmt.Sprintf("%8.1f s  %s", r[name].Took, name)
	}
	return names[:min(n, len(names))]
}
