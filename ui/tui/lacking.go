package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// unavailable says why an intent does nothing on a screen now, "" when it does
// something. Help asks it of each key, and the key itself says it.
func (a *app) unavailable(s screen, in keys.Intent) string {
	if in == keys.Open && s.typing() {
		return "" // it ends the typing
	}
	if why := s.disabled(in); why != "" {
		return why
	}
	switch in {
	case keys.PaneNarrower, keys.PaneWider:
		if a.width < frame.SplitWidth {
			return "panes are side by side from 100 columns on"
		}
	case keys.Dismiss:
		if !a.notes.any(s) && !a.sh.welcome.shown {
			return "there is no message"
		}
	case keys.Facts, keys.Log, keys.History, keys.Basket:
		if a.routeOf(s).kind == routeKind(in) {
			return "this is the " + string(in) + " already"
		}
	case keys.EditInEditor:
		if a.running() != "" {
			return "an apply is running; it needs the terminal"
		}
	}
	return ""
}

// wrongScreenHint says of a key that it is one of other screens, and of which. A key
// that is in no table is passed over.
func (a *app) wrongScreenHint(top screen, key tea.KeyPressMsg) tea.Cmd {
	if top.typing() {
		return nil
	}
	b, ok := a.sh.keys.Of(key.String())
	if !ok {
		return nil
	}
	if why := top.disabled(b.Intent); why != "" {
		return a.cannot(safe.Clean(keys.Shown(key.String())), safe.Clean(why))
	}
	what, _, _ := strings.Cut(b.Short, ";")
	return a.cannot(safe.Clean(keys.Shown(key.String())), safe.Clean(what+" is for "+(b.Where&^keys.Typing).String()))
}
