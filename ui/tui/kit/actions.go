package kit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// Action is one thing that a screen does now, or says why it does not.
type Action struct {
	In   keys.Intent
	Also keys.Intent // another intent that does the same, "" for none
	With keys.Intent // an intent of its own that the line of keys shows beside In
	Hint safe.Text   // what the line of keys calls it, "" leaves it out
	Not  string      // why it does nothing now, "" when it does
	// Do carries it out; nil leaves that to what the screen asks before its actions (a
	// list, a search), or to the root.
	Do func() tea.Cmd
}

// Actions are all that a screen does, the most used first: the line of keys, the reasons
// in help and the refusal of a key are made of them.
type Actions []Action

func (as Actions) of(in keys.Intent) (Action, bool) {
	for _, a := range as {
		if a.In == in || a.Also == in {
			return a, true
		}
	}
	return Action{}, false
}

// Disabled says why an intent does nothing now, "" when it does. What is no action of
// the screen is missing there.
func (as Actions) Disabled(in keys.Intent) string {
	if a, ok := as.of(in); ok {
		return a.Not
	}
	return MissingReason(in)
}

// Do carries out an intent, unless something is in its way; false leaves it to the root.
func (as Actions) Do(in keys.Intent) (tea.Cmd, bool) {
	a, ok := as.of(in)
	switch {
	case !ok || a.Do == nil:
		return nil, false
	case a.Not != "":
		return nil, true
	}
	return a.Do(), true
}

// Working are those that do something now.
func (as Actions) Working() Actions {
	return slices.DeleteFunc(slices.Clone(as), func(a Action) bool { return a.Not != "" })
}

// Keys is the line of keys.
func (as Actions) Keys(sh *Shared) frame.Keys {
	var parts []string
	for _, a := range as {
		if a.Hint == "" {
			continue
		}
		in := string(a.In)
		if a.With != "" {
			in += "/" + string(a.With)
		}
		parts = append(parts, in+" "+string(a.Hint))
	}
	return ScreenKeys(sh, safe.Clean(strings.Join(parts, "|")))
}

// Unless is a reason, "" where something is so.
func Unless(so bool, reason string) string {
	if so {
		return ""
	}
	return reason
}
