package transaction_test

import (
	"testing"

	"ralsh/ral/transaction"
)

// Parts of a creation are not counted as changes, a refresh alone is counted,
// and a resource that could not generate others failed.
func TestReport(t *testing.T) {
	done, part := transaction.Change{Status: transaction.Changed}, transaction.Change{Status: transaction.Changed, Part: true}
	for name, c := range map[string]struct {
		rep     transaction.Report
		changes int
		status  string
		exit    int
	}{
		"nothing":       {transaction.Report{Completed: true}, 0, "unchanged", 0},
		"not begun":     {transaction.Report{}, 0, "failed", 4},
		"not generated": {transaction.Report{Completed: true, NotGenerated: true}, 0, "failed", 4},
		"a creation": {transaction.Report{Completed: true, Steps: []*transaction.Step{
			{Status: transaction.Changed, Changes: []transaction.Change{done, part, part}},
		}}, 1, "changed", 2},
		"a refresh alone": {transaction.Report{Completed: true, Steps: []*transaction.Step{{Status: transaction.Changed, Restarted: 3}}}, 1, "changed", 2},
		"a change and its refresh": {transaction.Report{Completed: true, Steps: []*transaction.Step{
			{Status: transaction.Changed, Changes: []transaction.Change{done}, Restarted: 1}, {Status: transaction.Failed},
		}}, 1, "failed", 6},
	} {
		if c.rep.Changes() != c.changes || c.rep.Status() != c.status || c.rep.ExitStatus(true) != c.exit {
			t.Errorf("%s: %d changes, %s, exit %d", name, c.rep.Changes(), c.rep.Status(), c.rep.ExitStatus(true))
		}
	}
}
