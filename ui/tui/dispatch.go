package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// key handles a key, or queues it for a screen that is being opened. ctrl+c is
// never queued.
func (a *app) key(key tea.KeyPressMsg) tea.Cmd {
	if esc, then, ok := escaped(key); ok && !a.bound(key) {
		return tea.Batch(a.key(esc), a.key(then))
	}
	if a.queue.number != 0 && key.String() != "ctrl+c" {
		a.queue.keys = append(a.queue.keys, key)
		return nil
	}
	return a.press(key)
}

// bound reports whether a key has a meaning on the top screen.
func (a *screens) bound(key tea.KeyPressMsg) bool {
	if len(a.stack) == 0 {
		return false
	}
	_, ok := a.sh.Keys.Lookup(a.top().Where(), key.String())
	return ok
}

// press translates a key into an intent. The screen handles it first, then the
// root.
func (a *app) press(key tea.KeyPressMsg) tea.Cmd {
	if len(a.stack) == 0 {
		return nil
	}
	top := a.top()
	where := top.Where()
	if top.Typing() && !a.small() {
		where |= keys.Typing
	}
	if t, ok := top.(kit.TextTaker); ok && t.Takes(key.Text) {
		where |= keys.Typing
	}
	in, ok := a.sh.Keys.Lookup(where, key.String())
	if a.small() && (!ok || !worksSmall(in) || in == keys.Quit && top.Typing()) {
		return a.tooSmall(safe.Clean(key.String()))
	}
	if !ok {
		return a.wrongScreenHint(top, key)
	}
	if in == keys.Interrupt {
		return a.interrupt()
	}
	if where&keys.Typing != 0 && kit.EditsField(in) {
		// The message about the previous text does not apply to the new text.
		a.notes.shown = false
		return top.Press(kit.FieldKey(in, key))
	}
	refused := a.notes.refusal()
	cmd := a.do(in)
	a.notes.endRefusal(refused)
	return a.holdKeys(cmd)
}

// small reports whether the terminal is smaller than the minimum.
func (a *screens) small() bool { return frame.Arrange(a.width, a.height, frame.Foot{}).Small }

// tooSmall reports that typed or pasted text was ignored in a very small
// terminal.
func (a *app) tooSmall(what safe.Text) tea.Cmd { return a.cannot(what, "needs a larger terminal") }

// worksSmall reports whether an intent works in a very small terminal.
func worksSmall(in keys.Intent) bool {
	return in == keys.Quit || in == keys.Interrupt || in == keys.Suspend || in == keys.Redraw
}

func (a *app) do(in keys.Intent) tea.Cmd {
	top := a.top()
	if in == keys.Why {
		if whole := a.notes.whole(a.sh, a.width, top); whole != nil {
			return a.menu(whole)
		}
	}
	if why := a.unavailable(top, in); why != "" {
		return a.cannot(safe.Clean(a.sh.Keys.Key(in)), safe.Clean(why))
	}
	if cmd, handled := kit.Do(top, in); handled {
		return cmd
	}
	if kind := kit.RouteKind(in); slices.Contains(a.sh.Named, kind) {
		return a.visit(kit.Route{Kind: kind})
	}
	switch in {
	case keys.Back:
		return a.back()
	case keys.Help:
		if a.here().Kind == kit.RouteHelp {
			return a.pop(1)
		}
		return a.place(a.help(top), kit.Route{Kind: kit.RouteHelp})
	case keys.Jump:
		return a.push(kit.Route{Kind: kit.RouteJump})
	case keys.EditInEditor:
		return a.editText()
	case keys.Dismiss:
		if !a.notes.dismiss(top) {
			a.sh.Welcome.Dismiss()
		}
		a.sh.Log.Open = len(a.notes.errors)
	case keys.Quit:
		return a.quit()
	case keys.Suspend:
		return a.suspend()
	case keys.Redraw:
		return tea.ClearScreen
	case keys.Mouse:
		return pointer{a}.toggle()
	}
	if why := kit.MissingReason(in); why != "" {
		return a.cannot(safe.Clean(a.sh.Keys.Key(in)), safe.Clean(why))
	}
	return nil
}

// suspend suspends ralsh and returns to its shell.
func (a *app) suspend() tea.Cmd {
	if a.opt.Suspendable != nil && !a.opt.Suspendable() {
		return a.cannot(a.sh.Spell("{suspend}"), "not possible, because ralsh was not started from a shell")
	}
	return tea.Suspend
}

// visit opens a screen that needs no argument, unless it is the top screen.
func (a *app) visit(r kit.Route) tea.Cmd {
	if a.here().Kind == r.Kind {
		return nil
	}
	return a.push(r)
}

func (a *app) back() tea.Cmd {
	if len(a.stack) == 1 {
		return a.show(frame.Message{Text: a.sh.Spell("this is the first screen; {quit} quits")})
	}
	return a.leave(1)
}

// twice is the time in which ctrl+c must be pressed a second time to quit.
const twice = 2 * time.Second

// interrupt stops a change of the host. Without a change, or if it does not
// stop, ctrl+c twice always quits.
func (a *app) interrupt() tea.Cmd {
	now := a.sh.Now()
	recent := a.stopped[:0]
	for _, t := range a.stopped {
		if now.Sub(t) <= twice {
			recent = append(recent, t)
		}
	}
	a.stopped = append(recent, now)
	if len(a.stopped) < 3 {
		for i := len(a.stack) - 1; i >= 0; i-- {
			if cmd, handled := kit.Do(a.stack[i].Screen, keys.Interrupt); handled {
				a.notes.shown = false // the reply to the previous key
				return tea.Batch(cmd, a.interrupted(a.stack[i].Screen))
			}
		}
	}
	if len(a.stopped) > 1 {
		return tea.Quit
	}
	text := safe.Text("ctrl+c again within 2 s quits")
	if lost, names := a.atRisk(); len(names) > 0 {
		text += " and discards " + lost
	}
	return a.show(frame.Message{Text: text})
}

// unavailable returns why an intent is unavailable on a screen now, or "" if it
// works. Help calls it for each key, and the pressed key shows the reason.
func (a *app) unavailable(s kit.Screen, in keys.Intent) string {
	if in == keys.Open && s.Typing() {
		return "" // it ends the typing
	}
	if why := a.sh.DisabledReason(s, in); why != "" {
		return why
	}
	if kind := kit.RouteKind(in); slices.Contains(a.sh.Named, kind) && a.routeOf(s).Kind == kind {
		return "this screen is open already: " + string(in)
	}
	switch in {
	case keys.PaneNarrower, keys.PaneWider:
		if a.width < frame.SplitWidth {
			return "the terminal needs at least 100 columns"
		}
	case keys.Dismiss:
		if !a.notes.any(s) && !a.sh.Welcome.Shown {
			return "no message is shown"
		}
	case keys.EditInEditor:
		switch {
		case a.running() != "":
			return "an apply is running and needs the terminal"
		case a.editing:
			return "an editor is open already"
		}
	}
	return ""
}

// wrongScreenHint reports that a key works only on other screens, and on which.
// It ignores a key that has no meaning anywhere.
func (a *app) wrongScreenHint(top kit.Screen, key tea.KeyPressMsg) tea.Cmd {
	if top.Typing() {
		return nil
	}
	b, ok := a.sh.Keys.Of(key.String())
	if !ok {
		return nil
	}
	if why := a.sh.DisabledReason(top, b.Intent); why != "" {
		return a.cannot(safe.Clean(keys.Shown(key.String())), safe.Clean(why))
	}
	what, _, _ := strings.Cut(b.Help().Desc, ";")
	return a.cannot(safe.Clean(keys.Shown(key.String())), safe.Clean(what+" (only in "+(b.Where&^keys.Typing).String()+")"))
}
