package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
)

// takeBack opens the plan that takes a run back, 0 for the last one: shown, asked
// and applied like any other. What cannot be taken back is said.
func takeBack(sh *shared, run int) tea.Cmd {
	return func() tea.Msg {
		u, err := sh.session.Undo(sh.ctx, run)
		if err != nil {
			return sayMsg{text: safe.Clean(err.Error()), bad: true}
		}
		var cmds []tea.Cmd
		for _, c := range u.Cannot {
			what := c.Ref
			if c.Property != "" {
				what += ": " + c.Property
			}
			cmds = append(cmds, complain(safe.Clean(what+" cannot be taken back: "+c.Reason)))
		}
		if u.Plan.Ready() == 0 {
			cmds = append(cmds, say(safe.Clean(fmt.Sprintf("nothing of run %d is to be taken back", u.Run.Number))))
			return tea.Batch(cmds...)()
		}
		var decls []ral.Decl
		for _, s := range u.Plan.Steps {
			decls = append(decls, *s.Decl)
		}
		d := newDifference(sh, decls)
		d.undoOf = u.Run.Number
		return tea.Sequence(push(d), tea.Batch(cmds...))()
	}
}
