package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

func (a *app) top() screen { return a.stack[len(a.stack)-1] }

// stackTop is top, nil while there is none.
func (a *app) stackTop() screen {
	if len(a.stack) == 0 {
		return nil
	}
	return a.top()
}

func (a *app) push(s screen) tea.Cmd {
	if len(a.stack) > 0 {
		a.notes.forget()
	}
	a.stack = append(a.stack, s)
	a.sh.recent.been(a.sh, s)
	return s.start()
}

// pop takes screens off; at least one stays, and is told that it is seen again.
func (a *app) pop(n int) tea.Cmd {
	for ; n > 0 && len(a.stack) > 1; n-- {
		a.top().close()
		a.stack = a.stack[:len(a.stack)-1]
	}
	a.notes.forget()
	if run, ok := a.top().(*apply); ok && run.result != nil {
		a.notes.settle(aboutApply)
	}
	return a.top().update(seenMsg{})
}

func (a *app) replace(s screen) tea.Cmd {
	a.top().close()
	a.stack[len(a.stack)-1] = s
	a.notes.forget()
	return s.start()
}

// succeedMsg replaces the top screen by an apply that goes on from a result, or takes
// it back; the result goes too, so that esc leads to where its plan was asked for.
type succeedMsg struct {
	screen screen
	result *result
}

func (a *app) succeed(msg succeedMsg) tea.Cmd {
	if below := len(a.stack) - 2; below > 0 {
		if old, ok := a.stack[below].(*apply); ok && old.result == msg.result {
			old.close()
			a.stack = slices.Delete(a.stack, below, below+1)
		}
	}
	return a.replace(msg.screen)
}

// lead goes to screens on top of the first one, from wherever one is; on top of an
// apply that runs, which stays where esc leads back to it.
func (a *app) lead(screens []screen) tea.Cmd {
	floor := slices.IndexFunc(a.stack, func(s screen) bool { return a.sh.applying != nil && s == screen(a.sh.applying) })
	cmds := []tea.Cmd{a.pop(len(a.stack) - 1 - max(0, floor))}
	for _, s := range screens {
		cmds = append(cmds, a.push(s))
	}
	return tea.Batch(cmds...)
}

// seenMsg tells a screen that it is on top again.
type seenMsg struct{}

// on says whether a screen of this kind is on top already.
func on[S screen](a *app) bool {
	_, ok := a.top().(S)
	return ok
}
