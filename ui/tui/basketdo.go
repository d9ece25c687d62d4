package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

func (b *basket) disabled(in keys.Intent) string {
	_, ok := b.list.Cursor()
	switch in {
	case keys.NextPane, keys.PreviousPane, keys.Zoom, keys.PaneNarrower, keys.PaneWider, keys.Copy:
		return missing(in)
	case keys.Difference, keys.Apply, keys.EditInEditor, keys.Refresh:
		if b.list.Total() == 0 {
			return string(b.nothing())
		}
	case keys.Edit, keys.Select, keys.SelectRange, keys.MoveLater, keys.MoveEarlier, keys.Open, keys.MoveRight, keys.ShowCommand, keys.Why:
		if !ok {
			return string(b.nothing())
		}
	case keys.UndoField:
		if b.list.Total() == 0 && b.dropped == nil {
			return "nothing staged"
		}
	}
	if in != keys.Difference && in != keys.Apply {
		return ""
	}
	switch path := b.cycle(); {
	case b.working:
		return "still planning"
	case path != nil:
		return "no order can be made: " + strings.Join(path, " => ")
	case b.err != nil:
		return "there is no plan: " + b.err.Error()
	case len(b.sh.drafts.wanted()) == 0:
		return "nothing of it is in the next apply"
	}
	return ""
}

func (b *basket) do(in keys.Intent) (tea.Cmd, bool) {
	if moves(b.list, in) || b.search.do(in) {
		return nil, true
	}
	at, ok := b.list.Cursor()
	switch in {
	case keys.UndoField:
		return b.drop(at.draft, ok), true
	case keys.Difference, keys.Apply:
		return push(newDifference(b.sh, b.decls())), true
	case keys.Refresh:
		b.sh.session.Env.Changed()
		return b.replan(), true
	case keys.OnlyFindings:
		b.search.only = !b.search.only
		b.only()
		return nil, true
	case keys.MoveLeft:
		return pop(1), true
	}
	if !ok {
		return nil, false
	}
	switch in {
	case keys.Open, keys.MoveRight, keys.Edit:
		return push(newEditBelow(b.sh, at.draft)), true
	case keys.Select:
		b.sh.drafts.note(at.draft, func(m *mark) { m.out = !m.out })
		return b.replan(), true
	case keys.SelectRange:
		return b.selectRange(), true
	case keys.Back:
		return nil, b.list.Unselect()
	case keys.MoveLater:
		return b.move(at.draft, 1), true
	case keys.MoveEarlier:
		return b.move(at.draft, -1), true
	case keys.ShowCommand:
		return push(newCommand(b.sh, commandLine(b.sh.session, at.draft.Decl()))), true
	case keys.Why:
		return push(newChoose(b.sh, "why", "why this order", b.reasons(at.draft), "",
			option{"back", "", func() tea.Cmd { return pop(1) }})), true
	}
	return nil, false
}

// only shows only rows with a sign, if that was asked for.
func (b *basket) only() {
	b.list.Only(nil)
	if b.search.only {
		b.list.Only(func(s staged) bool { return b.sign(s.draft) != frame.NoSign })
	}
}

// selectRange takes a range of rows in or out, as space does with one: all of
// them as the first of them goes.
func (b *basket) selectRange() tea.Cmd {
	b.list.Range()
	rows := b.list.Selected()
	if len(rows) == 0 {
		return say(safe.Clean("a range begins here; " + b.sh.keys.Key(keys.SelectRange) + " at its other end takes it in or out"))
	}
	b.list.Unselect()
	out := !b.sh.drafts.marks[rows[0].draft].out
	for _, row := range rows {
		b.sh.drafts.note(row.draft, func(m *mark) { m.out = out })
	}
	return b.replan()
}

// asText is all of it, also what is left out of the next apply.
func (b *basket) asText() ([]*model.Draft, bool) { return b.sh.drafts.unsaved(), false }

func (b *basket) decls() []ral.Decl {
	var decls []ral.Decl
	for _, d := range b.sh.drafts.wanted() {
		decls = append(decls, d.Decl())
	}
	return decls
}

// drop takes a draft out; pressed again within the time that the message
// stands, it brings it back where it was.
func (b *basket) drop(at *model.Draft, ok bool) tea.Cmd {
	kept := &b.sh.drafts.kept
	if b.dropped != nil {
		*kept = slices.Insert(*kept, min(b.place, len(*kept)), b.dropped)
		b.dropped = nil
		return tea.Batch(b.replan(), say("brought back"))
	}
	if !ok {
		return nil
	}
	b.dropped, b.place = at, slices.Index(*kept, at)
	b.drops++
	*kept = slices.Delete(*kept, b.place, b.place+1)
	return tea.Batch(b.replan(), say(b.sh.spell("undone: press {undo-field} again to bring it back")), b.sh.wait(fadeAfter, keptOutMsg{b, b.drops}))
}

// move changes places with the next or the one before, unless a relationship
// orders the two.
func (b *basket) move(at *model.Draft, by int) tea.Cmd {
	if b.steps[at] == nil {
		return refuse("it has no place in the order yet")
	}
	order := b.order()
	i := slices.Index(order, at)
	j := i + by
	if j < 0 || j >= len(order) {
		return refuse("it is at the end of the order already")
	}
	first, second := order[min(i, j)], order[max(i, j)]
	if e, related := b.between(b.steps[first], b.steps[second]); related {
		return refuse(safe.Clean(second.Ref() + " comes after " + first.Ref() + ": " + e.by))
	}
	kept := slices.DeleteFunc(slices.Clone(b.sh.drafts.kept), func(d *model.Draft) bool { return d == first })
	b.sh.drafts.kept = slices.Insert(kept, slices.Index(kept, second)+1, first)
	return b.replan()
}

// reasons is the chain that leads to the place of a draft.
func (b *basket) reasons(d *model.Draft) []safe.Text {
	if path := b.cycle(); path != nil {
		return []safe.Text{"no order can be made: " + safe.Clean(strings.Join(path, " => "))}
	}
	s := b.steps[d]
	if s == nil {
		return []safe.Text{safe.Clean(d.Ref()) + " is not in the plan"}
	}
	var chain []safe.Text
	for s != nil {
		chain = append(chain, safe.Clean(itoa(s.N))+"  "+stepName(s)+"  "+stepWhy(s, s.N-1))
		after := s.Why.After
		s = nil
		for _, other := range b.steps {
			if after > 0 && other.N == after {
				s = other
			}
		}
	}
	for _, r := range b.relations(d) {
		chain = append(chain, r.how+" "+stepName(r.other)+"  "+r.why)
	}
	return chain
}
