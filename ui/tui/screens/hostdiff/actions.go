package hostdiff

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	was := s.item()
	cmd, handled := s.carryOut(in)
	if s.item() != was {
		s.pane.Top = 0
	}
	return cmd, handled
}

func (s *Screen) carryOut(in keys.Intent) (tea.Cmd, bool) {
	if s.focus != valuesColumn && s.searching().Do(in) {
		return nil, true
	}
	switch {
	case s.focus == valuesColumn && s.pane.Do(in):
		return nil, true
	case s.focus == typesColumn && kit.MoveList(s.types, in):
		return nil, true
	case s.focus == rowsColumn && kit.MoveList(s.group().list, in):
		return nil, true
	case in == keys.Back && s.zoom:
		s.zoom = false
		return nil, true
	case in == keys.Back && s.focus > typesColumn:
		s.focus--
		return nil, true
	}
	return s.Actions().Do(in) // which can move the cursor, too
}

func (s *Screen) Actions() kit.Actions {
	idle := kit.Unless(!s.compares.Busy(), "both hosts are still being read")
	if s.stages.Busy() {
		idle = kit.Because("drafts are still being made")
	}
	there := idle
	if there == nil {
		there = kit.Unless(s.group() != nil, kit.NoRow)
	}
	stage := there
	if stage == nil {
		stage = s.unchosen
	}
	mark := there
	if mark == nil {
		mark = s.unmarkable
	}
	in, out := there, kit.Back
	if in == nil && (s.focus == valuesColumn || s.focus == rowsColumn && s.item() == nil) {
		in = kit.Because("no row can be opened here")
	}
	if s.focus > typesColumn {
		out = kit.Does(func() { s.focus-- })
	}
	filter := kit.Unless(s.focus != valuesColumn, "this pane has no list")
	border := kit.Unless(s.columns() > 1, kit.MissingReason(keys.PaneWider))
	all := safe.Text("show all")
	if s.all {
		all = "show differences"
	}
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "open", Disabled: in, Do: kit.Does(func() { s.focus++ })},
		{In: keys.Select, Hint: "select", Disabled: mark, Do: kit.Does(s.toggle)},
		{In: keys.SelectAll, Hint: "select all", Disabled: there, Do: kit.Does(func() { s.mark(s.can) })},
		{In: keys.StageRows, Hint: "stage on " + safe.Clean(s.sides[1].Name), Disabled: stage, Do: s.stage},
		{In: keys.OnlyFindings, Hint: all, Disabled: idle, Do: kit.Does(func() {
			s.all = !s.all
			s.show()
		})},
		{In: keys.Filter, Hint: "filter", Disabled: filter},
		{In: keys.Basket, Hint: "show basket"},
		{In: keys.Refresh, Hint: "read again", Do: s.compare},
		{In: keys.Why, Disabled: there, Do: s.why},
		{In: keys.MoveLeft, Do: out},
		{In: keys.Back},
		{In: keys.NextPane, Disabled: there, Do: kit.Does(func() { s.next(1) })},
		{In: keys.PreviousPane, Disabled: there, Do: kit.Does(func() { s.next(2) })},
		{In: keys.Zoom, Disabled: there, Do: kit.Does(func() { s.zoom = !s.zoom })},
		{In: keys.PaneNarrower, Disabled: border, Do: kit.Shifts(&s.shift, -2)},
		{In: keys.PaneWider, Disabled: border, Do: kit.Shifts(&s.shift, 2)},
		{In: keys.ShowCommand, Do: kit.ShowsCommand(s.sh, s.command)},
		{In: keys.Copy, Disabled: there, Do: func() tea.Cmd { return kit.ShowMenu(kit.NewCopyMenu(s.sh, s.name(), nil, "")) }},
	}
}

// command returns the command that compares, and stages the selected rows.
func (s *Screen) command() string {
	words := []string{"compare", s.sides[0].Word(), s.sides[1].Word()}
	if len(s.marked) == 0 {
		return s.sh.Session.CommandLine(words...)
	}
	words = append(words, "--stage")
	if rows, all := s.chosen(); !all {
		for i := range rows {
			words = append(words, "--only", rows[i].Name())
		}
	}
	return s.sh.Session.CommandLine(words...)
}

// next moves the focus by columns, from the last to the first.
func (s *Screen) next(by column) {
	s.focus = (s.focus + by) % 3
	if s.item() == nil {
		s.focus = typesColumn
	}
}

// name returns the reference to the row under the cursor, or the type.
func (s *Screen) name() string {
	if it := s.item(); it != nil && s.focus != typesColumn {
		return it.Ref()
	}
	return s.group().name()
}

// why explains the row or the type under the cursor.
func (s *Screen) why() tea.Cmd {
	g, it := s.group(), s.item()
	text := s.explained(g)
	if s.focus != typesColumn && it != nil {
		text = s.explainedRow(it)
	}
	back := kit.Option{Name: "back", Do: kit.Back}
	return kit.ShowMenu(kit.NewMenu(s.sh, "why", brief(s.name()), text, "", back))
}

// explained describes the knowledge about a type.
func (s *Screen) explained(g *group) []safe.Text {
	said := []safe.Text{words.Count(g.A) + " on A, " + words.Count(g.B) + " on B"}
	if g.NotOn != "" {
		said = append(said, "the snapshot of "+safe.Clean(g.NotOn)+" does not have this type")
	}
	for _, gap := range g.Gaps {
		said = append(said, "incomplete: "+brief(gap))
	}
	if text := leftOut(g.Left); text != "" {
		said = append(said, "hidden: "+text)
	}
	return said
}

// explainedRow returns why a row has its sign, and whether it can be staged.
func (s *Screen) explainedRow(it *item) []safe.Text {
	text := []safe.Text{it.note()}
	if it.Why != "" {
		text = append(text, brief(it.Why))
	}
	for _, c := range it.Changes {
		if c.Why != "" {
			text = append(text, brief(c.Property)+": "+brief(c.Why))
		}
	}
	if reason := it.unstageable(); reason != "" {
		return append(text, "cannot be staged: "+safe.Clean(reason))
	}
	return append(text, s.sh.Spell("{stage} stages a draft in the basket of ")+safe.Clean(s.sides[1].Name))
}
