package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
)

// takeBack opens the plan that takes the last run back: shown, asked and
// applied like any other. What cannot be taken back is said.
func takeBack(sh *shared) tea.Cmd {
	return func() tea.Msg {
		u, err := sh.session.Undo(sh.ctx, 0)
		if err != nil {
			return sayMsg{text: safe.Clean(err.Error()), bad: true}
		}
		var cmds []tea.Cmd
		for _, c := range u.Cannot {
			cmds = append(cmds, complain(safe.Clean(c.Ref+" cannot be taken back: "+c.Reason)))
		}
		if u.Plan.Ready() == 0 {
			cmds = append(cmds, say(safe.Clean(fmt.Sprintf("nothing of run %d is to be taken back", u.Run.Number))))
			return tea.Batch(cmds...)()
		}
		var decls []ral.Decl
		for _, s := range u.Plan.Steps {
			decls = append(decls, *s.Decl)
		}
		return tea.Sequence(push(newDifference(sh, decls)), tea.Batch(cmds...))()
	}
}
