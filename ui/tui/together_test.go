package tui

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// A plan shows the act of several resources once, at the first; the others say
// with which they are written. While that is done all of them are at work.
func TestWrittenTogether(t *testing.T) {
	c := transaction.Change{Is: value.Absent(), Should: value.Sym("present"), Status: transaction.Planned}
	first, second := kitStep(t, "user", transaction.Planned, c), kitStep(t, "user", transaction.Planned, c)
	decl := ral.Decl{Type: "user", Title: "eve"}
	second.N, second.Decl, second.BatchLeader = 2, &decl, first
	lines, _ := planLines(drawSteps([]*transaction.Step{first, second}), planLook{width: 100})
	text := linesText(lines, 100)
	if n := strings.Count(text, "with User[slow]"); n != 1 || strings.Index(text, "with User[slow]") < strings.Index(text, "user eve") {
		t.Errorf("said %d times:\n%s", n, text)
	}

	sh, _ := kitShared(t)
	a := &apply{sh: sh, plan: &transaction.Plan{}, now: -1, follow: true, filter: newStepFilter()}
	steps := []*transaction.Step{first, second}
	for _, ev := range []transaction.Event{
		transaction.RunStarted{Steps: steps},
		transaction.StepStarted{N: 1},
		transaction.StepStarted{N: 2},
		transaction.Together{Steps: steps},
		transaction.StepResumed{N: 1},
	} {
		a.happened(ev)
	}
	if a.now != 0 || !a.steps[0].working || !a.steps[1].working {
		t.Errorf("in hand is %d", a.now)
	}
}
