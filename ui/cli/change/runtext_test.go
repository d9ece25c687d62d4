package change

import (
	"bytes"
	"fmt"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// TestNotStarted reports the steps of a stopped run in one line.
func TestNotStarted(t *testing.T) {
	for n, want := range map[int]string{
		0:    "",
		1:    "ralsh: Group[g0]: not started: the run stopped first\n",
		1899: "ralsh: Group[g0] and 1,898 more: not started: the run stopped first\n",
	} {
		var errs bytes.Buffer
		a := &runner{App: command.New(command.Env{}, output.Streams{Err: &errs})}
		rep := &transaction.Report{}
		for i := range n {
			step := &transaction.Step{Status: transaction.NotBegun, Decl: &ral.Decl{Type: "group", Title: fmt.Sprintf("g%d", i)}}
			rep.Steps = append(rep.Steps, step)
			a.outcome(step, running{})
		}
		a.notStarted(rep)
		if errs.String() != want {
			t.Errorf("%d: %q", n, errs.String())
		}
	}
}
