package tui

import (
	"path"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

// runsOf are the commands among the acts of a step.
func runsOf(s *transaction.Step) []*transaction.ActResult {
	var runs []*transaction.ActResult
	for i := range s.Results {
		if s.Results[i].Act.Kind.String() == "run" {
			runs = append(runs, &s.Results[i])
		}
	}
	return runs
}

// failing is the last command of a step that did not end well, nil for none.
func failing(s *transaction.Step) *transaction.ActResult {
	runs := runsOf(s)
	for i := len(runs) - 1; i >= 0; i-- {
		if d := runs[i]; d.Err != nil || d.Result.Exit != 0 || d.Result.Signal != "" {
			return d
		}
	}
	return nil
}

// runOf is the command that was about the i-th change of a step, nil where that
// is not certain: acts say what they did, not for which property.
func runOf(s *transaction.Step, i int) *transaction.ActResult {
	runs := runsOf(s)
	place, tries := 0, 0
	for k, ch := range s.Changes {
		if ch.Part || ch.Status == transaction.Blocked {
			continue
		}
		if k < i {
			place++
		}
		tries++
	}
	switch {
	case s.Changes[i].Status == transaction.Failed && failing(s) != nil:
		return failing(s)
	case len(runs) == tries && !s.Changes[i].Part:
		return runs[place]
	case len(runs) == 1:
		return runs[0]
	}
	return nil
}

// toolOf names the command of a change and how it ended, "" where none is
// certain.
func toolOf(s *transaction.Step, i int) (tool, exit safe.Text) { return ending(runOf(s, i)) }

// ending names a command and how it ended: "exit 100", "killed by SIGTERM".
func ending(d *transaction.ActResult) (tool, exit safe.Text) {
	if d == nil {
		return "", ""
	}
	tool = safe.Clean(path.Base(d.Act.Path))
	if d.Result.Signal != "" {
		return tool, "killed by " + safe.Clean(d.Result.Signal)
	}
	return tool, "exit " + safe.Clean(itoa(d.Result.Exit))
}
