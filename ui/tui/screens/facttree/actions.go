package facttree

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/facts"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// noFold returns why an intent cannot fold, or "".
func (s *Screen) noFold(at factNode, ok bool, in keys.Intent) string {
	open := ok && s.unfolded(at.id())
	switch {
	case !ok:
		return kit.NoRow
	case in == keys.MoveLeft && len(at.path) == 1 && !open:
		return string(s.Sh.Spell("this is the top level; {back} goes back"))
	case in == keys.MoveRight && at.leaves == 0, in == keys.Open && at.leaves == 0 && at.leaf == nil:
		return "the fact has no subordinate facts"
	case in == keys.MoveRight && open, (in == keys.Open || in == keys.MoveLeft && len(at.path) == 1) && at.leaves > 0 && s.filter.on():
		return "all rows are unfolded while a filter is on"
	}
	return ""
}

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if in == keys.OnlyFindings { // hides no groups of the rows with a sign
		s.Search.Only = !s.Search.Only
		s.apply(s.filter.words)
		return nil, true
	}
	return s.Browser.Do(in)
}

func (s *Screen) actions() kit.Actions {
	at, ok := s.List.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	fold := func(in keys.Intent) func() tea.Cmd {
		return func() tea.Cmd {
			if in == keys.Open && at.leaves == 0 && at.leaf != nil {
				return s.goToUsers(at.id())
			}
			s.fold(at, in)
			return nil
		}
	}
	pane := kit.MissingReason(keys.NextPane)
	if s.Wide {
		pane = string(s.Sh.Spell("the detail has no focus; {why} shows all of it"))
	}
	noFold := func(in keys.Intent) func() string { return func() string { return s.noFold(at, ok, in) } }
	return kit.Actions{
		{In: keys.Open, Hint: "open", Disabled: noFold(keys.Open), Do: fold(keys.Open)},
		{In: keys.MoveLeft, With: keys.MoveRight, Hint: "fold", Disabled: noFold(keys.MoveLeft), Do: fold(keys.MoveLeft)},
		{In: keys.MoveRight, Disabled: noFold(keys.MoveRight), Do: fold(keys.MoveRight)},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.Copy, Hint: "copy", Disabled: row, Do: func() tea.Cmd { return kit.ShowMenu(newFactCopy(s.Sh, at)) }},
		{In: keys.Why, Hint: "explain value", Disabled: row, Do: func() tea.Cmd { return kit.ShowMenu(s.whyFact(at)) }},
		{In: keys.Refresh, Hint: "read again", Do: s.again},
		{In: keys.ShowCommand, Hint: "show command", Disabled: row, Do: kit.ShowsCommand(s.Sh, func() string { return s.Sh.Session.CommandLine("facts", at.query()) })},
		{In: keys.KeepReading, Do: func() tea.Cmd { return s.Toggle(s.Sh, s, "") }},
		{In: keys.NextPane, Also: keys.PreviousPane, Disabled: kit.Because(pane)},
		{In: keys.Zoom, Disabled: kit.Because(pane)},
	}
}

// fold opens and closes a group. Left on a leaf moves to its group.
func (s *Screen) fold(at factNode, in keys.Intent) {
	id := at.id()
	switch {
	case in == keys.MoveLeft && (at.leaves == 0 || !s.open[id]):
		if len(at.path) > 1 {
			s.List.Go(strings.Join(at.path[:len(at.path)-1], "."))
		}
		return
	case at.leaves == 0:
		return
	case in == keys.MoveLeft:
		s.open[id] = false
	case in == keys.MoveRight:
		s.open[id] = true
	default:
		s.open[id] = !s.open[id]
	}
	s.show()
}

// newFactCopy offers to copy a fact: its value as ralsh facts prints it, its
// name, and JSON and YAML if it has parts.
func newFactCopy(sh *kit.Shared, n factNode) *kit.Menu {
	var options []kit.Option
	add := func(name, what safe.Text, text, said string) {
		options = append(options, kit.Option{Name: name, What: what, Do: func() tea.Cmd { return kit.SendCopy(text, said) }})
	}
	v := n.value()
	whole := v.Kind() == value.Map || v.Kind() == value.List
	if text := facts.TextOf(v); whole {
		add("value", "as ralsh facts prints it", text, "the value")
	} else if text != "" {
		add("value", safe.Clean(words.FirstLine(text)), text, "the value")
	}
	add("name", safe.Clean(n.id()), n.id(), "the name")
	if whole {
		if text, err := facts.JSON(v); err == nil {
			add("JSON", "as ralsh facts -o json prints it", string(text), "JSON")
		}
		add("YAML", "as ralsh facts -o yaml prints it", strings.TrimPrefix(manifest.Document(v), "---\n"), "YAML")
	}
	return kit.NewMenu(sh, "copy", "copy "+safe.Clean(n.id()), nil, "", options...)
}

// value returns the value of a leaf, or the map of a group.
func (n factNode) value() value.Value {
	switch {
	case n.leaf != nil:
		return n.leaf.Value
	case n.fact == nil:
		return value.Value{}
	}
	v := n.fact.Value
	for _, step := range n.path[1:] {
		v, _ = v.Lookup(step)
	}
	return v
}
