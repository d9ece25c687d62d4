package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// layer is a screen on the stack, and the route that led to it.
type layer struct {
	screen
	route route
}

func (a *app) top() screen { return a.stack[len(a.stack)-1].screen }

// here is the route to the top screen.
func (a *app) here() route { return a.stack[len(a.stack)-1].route }

// routeOf is the route to a screen of the stack, the zero route when it is none.
func (a *app) routeOf(s screen) route {
	for _, l := range a.stack {
		if l.screen == s {
			return l.route
		}
	}
	return route{}
}

// stackTop is top, nil while there is none.
func (a *app) stackTop() screen {
	if len(a.stack) == 0 {
		return nil
	}
	return a.top()
}

func (a *app) push(r route) tea.Cmd {
	r = a.sh.settle(r)
	s := a.sh.screen(r)
	if s == nil {
		return a.typeGone(r)
	}
	return a.place(s, r)
}

// menu puts a menu on top.
func (a *app) menu(m *menu) tea.Cmd { return a.place(m, route{kind: routeMenu}) }

// typeGone says that there is nothing any more to which a route leads.
func (a *app) typeGone(r route) tea.Cmd {
	return a.show(frame.Message{Sign: frame.SignCannot, Text: safe.Clean("no type is called " + r.typ + " any more")})
}

// place puts a screen on the stack.
func (a *app) place(s screen, r route) tea.Cmd {
	if len(a.stack) > 0 {
		a.notes.forget()
	}
	a.stack = append(a.stack, layer{s, r})
	a.sh.recent.been(r)
	return s.start()
}

// pop takes screens off; at least one stays, and is told that it is seen again.
func (a *app) pop(n int) tea.Cmd {
	for ; n > 0 && len(a.stack) > 1; n-- {
		a.top().close()
		a.stack = a.stack[:len(a.stack)-1]
	}
	a.notes.forget()
	if run, ok := a.top().(runner); ok && run.running() == "" {
		a.notes.settle(aboutApply)
	}
	return a.top().update(seenMsg{})
}

// replace puts a screen in the place of the top one. An apply that goes on from a
// result, or takes it back, replaces that too, so that esc leads to where its plan
// was asked for.
func (a *app) replace(r route) tea.Cmd {
	s := a.sh.screen(r)
	if s == nil {
		return a.typeGone(r)
	}
	if r.kind == routeApply {
		a.removeResult(r.proposal.ends)
	}
	a.top().close()
	a.stack[len(a.stack)-1] = layer{s, r}
	a.notes.forget()
	return s.start()
}

// removeResult takes the result of a plan off the stack, where it is below the top
// screen; nil is of none.
func (a *app) removeResult(plan *transaction.Plan) {
	below := len(a.stack) - 2
	if plan == nil || below <= 0 {
		return
	}
	if old, ok := a.stack[below].screen.(runner); ok && old.carried() == plan {
		old.close()
		a.stack = slices.Delete(a.stack, below, below+1)
	}
}

// lead goes to a screen on top of the first one, from wherever one is; on top of an
// apply that runs, which stays where esc leads back to it.
func (a *app) lead(r route) tea.Cmd {
	r = a.sh.settle(r)
	floor := slices.IndexFunc(a.stack, func(l layer) bool { return a.sh.applying != nil && l.screen == screen(a.sh.applying) })
	cmds := []tea.Cmd{a.pop(len(a.stack) - 1 - max(0, floor))}
	for _, r := range a.sh.way(r) {
		cmds = append(cmds, a.push(r))
	}
	return tea.Batch(cmds...)
}
