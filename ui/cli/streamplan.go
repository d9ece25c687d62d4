package cli

import (
	"bytes"
	"strings"

	"ralsh/ral/transaction"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// streamPlanned is a resource of the plan.
type streamPlanned struct {
	eventHead
	stepItem
}

// streamPlan ends the plan.
type streamPlan struct {
	streamHead
	Status    string         `json:"status"`
	Resources int            `json:"resources"`
	Changes   int            `json:"changes"`
	MayChange int            `json:"may_change,omitempty"`
	Counts    map[string]int `json:"counts"`
	ElapsedMS float64        `json:"elapsed_ms"`
	Digest    string         `json:"digest"`          // for --if-plan
	Lines     []string       `json:"lines,omitempty"` // the lines of a terminal about resources that may change
}

// planned returns the document of a step. many is that of planText.
func (s *stream) planned(step *transaction.Step, many bool) streamPlanned {
	it := stepDocument(step)
	it.Step, it.After, it.By, it.Refreshes = step.N, step.Why.After, step.Why.By, 0
	if !many || !untold(step) {
		it.Lines = linesOf(func(a *runner) { a.stepText(step, many) })
	}
	return streamPlanned{s.head("planned").eventHead, it}
}

// linesOf returns the lines that show prints, without colours.
func linesOf(show func(*runner)) (lines []string) {
	var out bytes.Buffer
	plain := command.New(command.Env{}, output.Streams{Out: &out})
	plain.Color = "never"
	show(&runner{App: plain})
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines
}
