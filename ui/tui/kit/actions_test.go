package kit

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/keys"
)

// What an intent does, why it does not, and what the line of keys says come from one row.
func TestActions(t *testing.T) {
	done := ""
	does := func(what string) func() tea.Cmd { return func() tea.Cmd { done = what; return nil } }
	as := Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "all of it", Not: Unless(true, NoRow), Do: does("open")},
		{In: keys.Copy, Hint: "copy", Not: Unless(false, NoRow), Do: does("copy")},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.PaneNarrower, With: keys.PaneWider, Hint: "width", Do: does("narrower")},
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
		{keys.Refresh, "there is nothing to read again here", "", false},
		{keys.Back, "", "", false},
	} {
		done = ""
		if got := as.Disabled(c.in); got != c.not {
			t.Errorf("%s lacks %q, want %q", c.in, got, c.not)
		}
		if _, handled := as.Do(c.in); handled != c.handled || done != c.done {
			t.Errorf("%s did %q, handled %v", c.in, done, handled)
		}
	}
	var line []string
	for _, k := range as.Keys(&Shared{Keys: keys.Default()}).Keys {
		line = append(line, string(k.Name)+" "+string(k.What))
	}
	want := []string{"enter all of it", "y copy", "/ filter", "< > width"}
	for i := range want {
		if i >= len(line) || line[i] != want[i] {
			t.Fatalf("the line of keys is %q, want %q", line, want)
		}
	}
}
