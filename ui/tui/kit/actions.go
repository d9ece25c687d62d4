package kit

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// Action is something that a screen can do, and why it may be unavailable.
type Action struct {
	In     keys.Intent
	Also   keys.Intent // another intent that does the same; "" for none
	With   keys.Intent // an action whose hint is shown together with this one, by their shortest keys
	Before keys.Intent // as With, but shown before In and by its first key
	Hint   safe.Text   // its name in the line of keys; "" omits it
	Name   safe.Text   // its name in help while the user types, if there is no Hint
	// Disabled returns why the action is unavailable now, or "" if it works.
	// Nil means that it always works. It is called when the key is pressed, by
	// help, and by Working.
	Disabled func() string
	// Do performs the action. It is nil if an embedded list or search, or the
	// root, handles the intent.
	Do func() tea.Cmd
}

// Actions lists the actions of a screen, the most used first. The line of keys,
// help and the messages about unavailable keys derive from it.
type Actions []Action

func (as Actions) find(in keys.Intent) (Action, bool) {
	for _, a := range as {
		if a.In == in || a.Also == in {
			return a, true
		}
	}
	return Action{}, false
}

func (a Action) disabledReason() string {
	if a.Disabled == nil {
		return ""
	}
	return a.Disabled()
}

// DisabledReason returns why an intent is unavailable now, or "" if it works.
// For an intent without an action it returns MissingReason.
func (as Actions) DisabledReason(in keys.Intent) string {
	if a, ok := as.find(in); ok {
		return a.disabledReason()
	}
	return MissingReason(in)
}

// Name returns the name of an intent's action, or "".
func (as Actions) Name(in keys.Intent) safe.Text {
	if a, ok := as.find(in); ok && a.In == in {
		return cmp.Or(a.Hint, a.Name)
	}
	return ""
}

// Do performs an intent unless it is disabled. It returns false if the root has
// to handle the intent.
func (as Actions) Do(in keys.Intent) (tea.Cmd, bool) {
	a, ok := as.find(in)
	switch {
	case !ok || a.Do == nil:
		return nil, false
	case a.disabledReason() != "":
		return nil, true
	}
	return a.Do(), true
}

// Working returns the actions that work now.
func (as Actions) Working() Actions {
	return slices.DeleteFunc(slices.Clone(as), func(a Action) bool { return a.disabledReason() != "" })
}

// Only returns the actions of these intents, in this order. It selects the keys
// of a line with less room, or with other priorities.
func (as Actions) Only(intents ...keys.Intent) Actions {
	var only Actions
	for _, in := range intents {
		if a, ok := as.find(in); ok {
			only = append(only, a)
		}
	}
	return only
}

// Keys returns the line of keys.
func (as Actions) Keys(sh *Shared) frame.Keys { return as.keys(sh.Keys.Key, sh.Keys.Short) }

// WithHelp adds help, which lists all keys, to a line of keys if the screen has
// help.
func WithHelp(sh *Shared, s Screen, k frame.Keys) frame.Keys {
	if k.Last == (frame.Key{}) && s.Where()&(keys.OnHelp|keys.OnMenu) == 0 {
		k.Last = helpKey(sh.Keys.Key)
	}
	return k
}

func helpKey(key func(keys.Intent) string) frame.Key {
	return frame.Key{Name: safe.Clean(key(keys.Help)), What: "help", Tag: string(keys.Help)}
}

// TypingKeys returns the line of keys while the user types in a field. The
// prefix shows that the user types.
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
			continue // the user removed all its keys
		}
		k.Keys = append(k.Keys, frame.Key{Name: safe.Clean(name), What: a.Hint, Tag: string(a.In)})
	}
	return k
}

// OneField returns the disabled actions of a screen with a single input field.
func OneField() Actions {
	one := Because("this screen has only 1 field")
	return Actions{
		{In: keys.NextPane, Also: keys.PreviousPane, Disabled: one},
		{In: keys.NextValue, Also: keys.PreviousValue, Disabled: one},
	}
}

// Because returns a function that always returns the reason.
func Because(reason string) func() string { return func() string { return reason } }

// Unless returns nil if ok is true, otherwise a function that returns the
// reason.
func Unless(ok bool, reason string) func() string {
	if ok {
		return nil
	}
	return Because(reason)
}

// HintIf returns the name if worth is true, else "", which omits the action
// from the line of keys.
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
