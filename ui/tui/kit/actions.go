package kit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// Action is something that a screen can do, with the reason when it cannot do it now.
type Action struct {
	In     keys.Intent
	Also   keys.Intent // another intent that does the same, "" for none
	With   keys.Intent // an action of its own whose hint is in the same place, both by their shortest keys
	Before keys.Intent // the same, but in front of In and by its first key
	Hint   safe.Text   // its name in the line of keys, "" omits it
	// Disabled returns why it does nothing now, "" if it does something; nil if it always
	// does. It is called when the key is pressed, by help, and by Working.
	Disabled func() string
	// Do carries it out; nil if an embedded list or search, or the root, handles the
	// intent.
	Do func() tea.Cmd
}

// Actions lists what a screen can do, the most used first. The line of keys, help and the
// refusal of a key derive from it.
type Actions []Action

func (as Actions) of(in keys.Intent) (Action, bool) {
	for _, a := range as {
		if a.In == in || a.Also == in {
			return a, true
		}
	}
	return Action{}, false
}

func (a Action) why() string {
	if a.Disabled == nil {
		return ""
	}
	return a.Disabled()
}

// DisabledReason returns why an intent does nothing now, "" if it does something. An intent
// without an action has the reason of MissingReason.
func (as Actions) DisabledReason(in keys.Intent) string {
	if a, ok := as.of(in); ok {
		return a.why()
	}
	return MissingReason(in)
}

// Do carries out an intent, unless something is in its way; false leaves it to the root.
func (as Actions) Do(in keys.Intent) (tea.Cmd, bool) {
	a, ok := as.of(in)
	switch {
	case !ok || a.Do == nil:
		return nil, false
	case a.why() != "":
		return nil, true
	}
	return a.Do(), true
}

// Working returns the actions that do something now.
func (as Actions) Working() Actions {
	return slices.DeleteFunc(slices.Clone(as), func(a Action) bool { return a.why() != "" })
}

// Only are the actions of those intents, in that order: a line of keys where there is
// room for less, or where other keys are used more.
func (as Actions) Only(intents ...keys.Intent) Actions {
	var only Actions
	for _, in := range intents {
		if a, ok := as.of(in); ok {
			only = append(only, a)
		}
	}
	return only
}

// Keys is the line of keys.
func (as Actions) Keys(sh *Shared) frame.Keys { return as.keys(sh.Keys.Key, sh.Keys.Short) }

// WithHelp ends a line of keys with help, which leads to all others, where a screen has it.
func WithHelp(sh *Shared, s Screen, k frame.Keys) frame.Keys {
	if k.Last == (frame.Key{}) && s.Where()&(keys.OnHelp|keys.OnMenu) == 0 {
		k.Last = helpKey(sh.Keys.Key)
	}
	return k
}

func helpKey(key func(keys.Intent) string) frame.Key {
	return frame.Key{Name: safe.Clean(key(keys.Help)), What: "help", Tag: string(keys.Help)}
}

// TypingKeys is the line of keys while text goes into a field, which the prefix says.
func (as Actions) TypingKeys(sh *Shared, prefix safe.Text) frame.Keys {
	k := as.keys(sh.Keys.KeyTyping, sh.Keys.KeyTyping)
	k.Prefix, k.Last = prefix, helpKey(sh.Keys.KeyTyping)
	return k
}

func (as Actions) keys(one, short func(keys.Intent) string) frame.Keys {
	var k frame.Keys
	for _, a := range as {
		name := one(a.In)
		switch {
		case a.Hint == "":
			continue
		case a.With != "":
			name = short(a.In) + " " + short(a.With)
		case a.Before != "":
			name = one(a.Before) + " " + name
		}
		if name = strings.TrimSpace(name); name == "" {
			continue // no key is left for it
		}
		k.Keys = append(k.Keys, frame.Key{Name: safe.Clean(name), What: a.Hint, Tag: string(a.In)})
	}
	return k
}

// OneField returns the disabled actions of a screen with a single input field.
func OneField() Actions {
	one := Because("there is one field here")
	return Actions{
		{In: keys.NextPane, Also: keys.PreviousPane, Disabled: one},
		{In: keys.NextValue, Also: keys.PreviousValue, Disabled: one},
	}
}

// Because returns a reason that does not change.
func Because(reason string) func() string { return func() string { return reason } }

// Unless returns nil if something is so, and otherwise the reason.
func Unless(so bool, reason string) func() string {
	if so {
		return nil
	}
	return Because(reason)
}

// HintIf returns the name if the action is worth a place in the line of keys, else "".
func HintIf(worth bool, name safe.Text) safe.Text {
	if worth {
		return name
	}
	return ""
}

// Does adapts a function that needs no command.
func Does(do func()) func() tea.Cmd {
	return func() tea.Cmd {
		do()
		return nil
	}
}

// Sets returns a Do that assigns a value.
func Sets[T any](to *T, value T) func() tea.Cmd { return Does(func() { *to = value }) }

// Shifts returns a Do that moves the border between two panes.
func Shifts(shift *int, by int) func() tea.Cmd { return Does(func() { *shift += by }) }
