package repository

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/raltest/proof"
)

// TestEveryTestHasAStage checks that a stage of .ci/run or .ci/full runs each test, fuzz
// target, example and benchmark of each package, and that the scripts call each stage.
// What the stages skip is judged by their results.
func TestEveryTestHasAStage(t *testing.T) {
	inTop(t)
	all, err := proof.ReadAll(".")
	if err != nil {
		t.Fatal(err)
	}
	unlisted, err := proof.Unlisted(".", all)
	if err != nil || len(unlisted) > 0 {
		t.Errorf("no package has %v, %v", unlisted, err)
	}
	count := 0
	for _, p := range all {
		for _, test := range p.Tests {
			count++
			if named := strings.Contains(test.Name, "Limit"); named != test.Limit && strings.HasPrefix(test.Name, "Test") {
				t.Errorf("%s %s: real.Limits or real.Memory belongs into the first line of a test whose name contains Limit, and only there", p.Path, test.Name)
			}
			if !test.Speed && !slices.ContainsFunc(proof.Stages(), func(s proof.Stage) bool { return s.Runs(p, test) }) {
				t.Errorf("%s %s: no stage runs it", p.Path, test.Name)
			}
		}
	}
	if count < 2000 {
		t.Errorf("only %d tests", count)
	}
	for _, s := range proof.Stages() {
		call := regexp.MustCompile(`(?m)^(stage|known=.*[ (])` + s.Name + `[ )]`)
		if s.Tier == proof.Quick {
			call = regexp.MustCompile(`(?m)^stage ` + s.Name + ` `)
		}
		if !call.MatchString(read(t, ".ci/"+string(s.Tier))) {
			t.Errorf(".ci/%s does not run the stage %s", s.Tier, s.Name)
		}
	}
}
