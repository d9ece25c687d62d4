package kit

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// The effect of an intent, why it is disabled, and its name in the line of keys
// come from one Action.
func TestActions(t *testing.T) {
	done := ""
	does := func(what string) func() tea.Cmd { return func() tea.Cmd { done = what; return nil } }
	as := Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "all of it", Disabled: Unless(true, NoRow), Do: does("open")},
		{In: keys.Copy, Hint: "copy", Disabled: Unless(false, NoRow), Do: does("copy")},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.PaneNarrower, With: keys.PaneWider, Hint: "width", Do: does("narrower")},
		{In: keys.MoveDown, Before: keys.MoveUp, Hint: "scroll"},
		{In: keys.NextPane, Also: keys.PreviousPane, Hint: "pane", Disabled: Because("one pane"), Do: does("pane")},
	}
	for _, c := range []struct {
		in      keys.Intent
		not     string
		done    string
		handled bool
	}{
		{keys.Open, "", "open", true},
		{keys.MoveRight, "", "open", true},
		{keys.Copy, NoRow, "", true},
		{keys.Filter, "", "", false},
		{keys.Refresh, "this screen cannot be refreshed", "", false},
		{keys.Back, "", "", false},
		{keys.PreviousPane, "one pane", "", true},
	} {
		done = ""
		if got := as.DisabledReason(c.in); got != c.not {
			t.Errorf("%s lacks %q, want %q", c.in, got, c.not)
		}
		if _, handled := as.Do(c.in); handled != c.handled || done != c.done {
			t.Errorf("%s did %q, handled %v", c.in, done, handled)
		}
	}
	sh := &Shared{Keys: keys.Default()}
	for _, c := range []struct {
		line frame.Keys
		want string
	}{
		{as.Keys(sh), "|enter all of it|y copy|/ filter|< > width|up down scroll|tab pane"},
		{as.Working().Keys(sh), "|enter all of it|/ filter|< > width|up down scroll"},
		{as.TypingKeys(sh, TypingPrefix), "typing: |enter all of it|up down scroll|tab pane"},
	} {
		got := string(c.line.Prefix)
		for _, k := range c.line.Keys {
			got += "|" + string(k.Name) + " " + string(k.What)
		}
		if got != c.want {
			t.Errorf("the line of keys is %q, want %q", got, c.want)
		}
	}
}

// Computing why an intent is disabled may be expensive. It is done for that
// intent alone, and never for the line of keys, which is drawn in every frame.
func TestActionsAskLazily(t *testing.T) {
	asked := ""
	not := func(who string) func() string { return func() string { asked += who; return "" } }
	as := Actions{
		{In: keys.SideBySide, Hint: "side by side", Disabled: not("sides"), Do: Back},
		{In: keys.Open, Hint: "open", Disabled: not("open"), Do: Back},
	}
	as.Keys(&Shared{Keys: keys.Default()})
	as.DisabledReason(keys.Filter)
	if asked != "" {
		t.Errorf("%q was asked for nothing", asked)
	}
	if as.DisabledReason(keys.Open); asked != "open" {
		t.Errorf("open asked %q", asked)
	}
}
