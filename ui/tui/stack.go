package tui

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// layer is a screen on the stack, with its route.
type layer struct {
	kit.Screen
	route kit.Route
}

// screens are the screens on the stack, on a terminal of this size.
type screens struct {
	sh            *kit.Shared
	stack         []layer
	width, height int
}

func (a *screens) top() kit.Screen { return a.stack[len(a.stack)-1].Screen }

func (a *screens) here() kit.Route { return a.stack[len(a.stack)-1].route }

// routeOf returns the route of a screen on the stack, or the zero route.
func (a *screens) routeOf(s kit.Screen) kit.Route {
	for _, l := range a.stack {
		if l.Screen == s {
			return l.route
		}
	}
	return kit.Route{}
}

// stackTop returns the top screen, or nil.
func (a *screens) stackTop() kit.Screen {
	if len(a.stack) == 0 {
		return nil
	}
	return a.top()
}

func (a *app) push(r kit.Route) tea.Cmd {
	r = a.sh.Settle(r)
	s := a.sh.Make(r)
	if s == nil {
		return a.typeGone(r)
	}
	return a.place(s, r)
}

// menu opens a menu on top.
func (a *app) menu(m *kit.Menu) tea.Cmd { return a.place(m, kit.Route{Kind: kit.RouteMenu}) }

// typeGone reports that the type of a route no longer exists.
func (a *app) typeGone(r kit.Route) tea.Cmd {
	return a.show(frame.Message{Sign: frame.SignCannot, Text: safe.Clean("unknown type " + strconv.Quote(r.Typ))})
}

// place puts a screen on the stack.
func (a *app) place(s kit.Screen, r kit.Route) tea.Cmd {
	if len(a.stack) > 0 {
		a.notes.forget()
	}
	var seek tea.Cmd
	if r.Typ != "" && len(a.stack) > 0 { // so that the list of types is at this type on the way back
		seek = a.top().Update(kit.SeekMsg{Typ: r.Typ})
	}
	a.stack = append(a.stack, layer{s, r})
	a.sh.Recent.Been(r, a.sh.Named)
	return tea.Batch(seek, s.Start())
}

// pop removes screens from the stack, except the last screen, and informs the
// new top screen.
func (a *app) pop(n int) tea.Cmd {
	for ; n > 0 && len(a.stack) > 1; n-- {
		a.top().Close()
		a.stack = a.stack[:len(a.stack)-1]
	}
	a.notes.forget()
	if run, ok := a.top().(kit.Runner); ok && run.Running() == "" {
		a.notes.settle(aboutApply)
	}
	return a.top().Update(kit.SeenMsg{})
}

// leave removes n screens. Going back from a plan that was handed over ends the program.
func (a *app) leave(n int) tea.Cmd {
	cmd := a.pop(n)
	if a.opt.Handover != nil && len(a.stack) == 1 {
		return tea.Quit
	}
	return cmd
}

// replace replaces the top screen. An apply that continues or undoes an earlier
// apply also removes its result, so that esc leads to the screen that requested
// the plan.
func (a *app) replace(r kit.Route) tea.Cmd {
	s := a.sh.Make(r)
	if s == nil {
		return a.typeGone(r)
	}
	if r.Kind == kit.RouteApply {
		a.removeResult(r.Proposal.Ends)
	}
	a.top().Close()
	a.stack[len(a.stack)-1] = layer{s, r}
	a.notes.forget()
	return s.Start()
}

// removeResult removes the result of a plan from the stack if it is directly
// below the top screen. A nil plan has no result.
func (a *screens) removeResult(plan *transaction.Plan) {
	below := len(a.stack) - 2
	if plan == nil || below <= 0 {
		return
	}
	if old, ok := a.stack[below].Screen.(kit.Runner); ok && old.Carried() == plan {
		old.Close()
		a.stack = slices.Delete(a.stack, below, below+1)
	}
}

// navigate opens a screen on top of the first screen, or on top of a running
// apply, to which esc leads back.
func (a *app) navigate(r kit.Route) tea.Cmd {
	r = a.sh.Settle(r)
	floor := slices.IndexFunc(a.stack, func(l layer) bool { return a.sh.Applying != nil && l.Screen == kit.Screen(a.sh.Applying) })
	cmds := []tea.Cmd{a.pop(len(a.stack) - 1 - max(0, floor))}
	for _, r := range a.sh.Way(r) {
		cmds = append(cmds, a.push(r))
	}
	return tea.Batch(cmds...)
}

// checkLessons marks the lessons that were done since the last message, and
// shows the next lesson.
func (a *app) checkLessons() tea.Cmd {
	l := &a.sh.Welcome
	if !l.Any() || l.Next() == kit.LessonCount {
		return nil
	}
	before := l.Done
	l.Done[kit.LessonEdit] = l.Done[kit.LessonEdit] || slices.ContainsFunc(a.sh.Basket.Drafts(), func(d *draft.Draft) bool {
		return d.Type.Name == l.Edit && d.Title == l.Name
	})
	for _, at := range a.stack {
		l.Attend(at.Screen, at.route)
	}
	if l.Done == before || !l.Shown {
		return nil
	}
	text := safe.Clean(fmt.Sprintf("%d of %d steps done.", l.Count(), kit.LessonCount))
	if at := l.Next(); at < kit.LessonCount {
		name, how := l.Describe(at)
		text += " Next, " + name + ": " + a.sh.Spell(string(how))
	}
	return a.show(frame.Message{Sign: frame.SignInSync, Text: text})
}
