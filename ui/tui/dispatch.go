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

// key takes a key, or keeps it for the screen that is about to come. The way
// out is never kept.
func (a *app) key(key tea.KeyPressMsg) tea.Cmd {
	if esc, then, ok := escaped(key); ok && !a.bound(key) {
		return tea.Batch(a.key(esc), a.key(then))
	}
	if a.hold.number != 0 && key.String() != "ctrl+c" {
		a.hold.keys = append(a.hold.keys, key)
		return nil
	}
	return a.press(key)
}

// bound reports whether a key means something of itself where one is.
func (a *app) bound(key tea.KeyPressMsg) bool {
	if len(a.stack) == 0 {
		return false
	}
	_, ok := a.sh.Keys.Lookup(a.top().Where(), key.String())
	return ok
}

// press makes an intent of a key: the screen has the first word, the root the
// last.
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
		// What was said of the text before is not about this one.
		a.notes.shown = false
		return top.Press(kit.FieldKey(in, key))
	}
	refused := a.notes.refusal()
	cmd := a.do(in)
	a.notes.over(refused)
	return a.holding(cmd)
}

// small says that there is no room to draw anything.
func (a *app) small() bool { return frame.Arrange(a.width, a.height, frame.Foot{}).Small }

// tooSmall says of what was typed or pasted there that it did not go in.
func (a *app) tooSmall(what safe.Text) tea.Cmd { return a.cannot(what, "needs a larger terminal") }

// worksSmall are the intents that work where there is no room to draw anything.
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
	if cmd, handled := top.Do(in); handled {
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
		return a.switchMouse()
	}
	if why := kit.MissingReason(in); why != "" {
		return a.cannot(safe.Clean(a.sh.Keys.Key(in)), safe.Clean(why))
	}
	return nil
}

// suspend goes to the shell that ralsh was started from.
func (a *app) suspend() tea.Cmd {
	if a.opt.Suspendable != nil && !a.opt.Suspendable() {
		return a.cannot(a.sh.Spell("{suspend}"), "ralsh was not started from a shell that can resume it")
	}
	return tea.Suspend
}

// visit goes to a screen that needs no argument, unless one is there.
func (a *app) visit(r kit.Route) tea.Cmd {
	if a.here().Kind == r.Kind {
		return nil
	}
	return a.push(r)
}

func (a *app) back() tea.Cmd {
	if len(a.stack) == 1 {
		return a.show(frame.Message{Text: a.sh.Spell("this is the top; {quit} quits")})
	}
	return a.pop(1)
}

// twice is how soon a second ctrl+c must come to leave.
const twice = 2 * time.Second

// interrupt stops what changes the host; without such, or when that does not
// end it, ctrl+c twice leaves, always.
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
			if cmd, handled := a.stack[i].Do(keys.Interrupt); handled {
				a.notes.shown = false // what the key before was answered
				return tea.Batch(cmd, a.interrupted(a.stack[i].Screen))
			}
		}
	}
	if len(a.stopped) > 1 {
		return tea.Quit
	}
	said := safe.Text("ctrl+c again within 2 s leaves")
	if lost, names := a.atRisk(); len(names) > 0 {
		said += ", and loses " + lost
	}
	return a.show(frame.Message{Text: said})
}

// unavailable says why an intent does nothing on a screen now, "" when it does
// something. Help asks it of each key, and the key itself says it.
func (a *app) unavailable(s kit.Screen, in keys.Intent) string {
	if in == keys.Open && s.Typing() {
		return "" // it ends the typing
	}
	if why := s.DisabledReason(in); why != "" {
		return why
	}
	if kind := kit.RouteKind(in); slices.Contains(a.sh.Named, kind) && a.routeOf(s).Kind == kind {
		return "this is the " + string(in) + " already"
	}
	switch in {
	case keys.PaneNarrower, keys.PaneWider:
		if a.width < frame.SplitWidth {
			return "panes are side by side from 100 columns on"
		}
	case keys.Dismiss:
		if !a.notes.any(s) && !a.sh.Welcome.Shown {
			return "there is no message"
		}
	case keys.EditInEditor:
		if a.running() != "" {
			return "an apply is running; it needs the terminal"
		}
	}
	return ""
}

// wrongScreenHint says of a key that it is one of other screens, and of which. A key
// that is in no table is skipped.
func (a *app) wrongScreenHint(top kit.Screen, key tea.KeyPressMsg) tea.Cmd {
	if top.Typing() {
		return nil
	}
	b, ok := a.sh.Keys.Of(key.String())
	if !ok {
		return nil
	}
	if why := top.DisabledReason(b.Intent); why != "" {
		return a.cannot(safe.Clean(keys.Shown(key.String())), safe.Clean(why))
	}
	what, _, _ := strings.Cut(b.Short, ";")
	return a.cannot(safe.Clean(keys.Shown(key.String())), safe.Clean(what+" is for "+(b.Where&^keys.Typing).String()))
}
