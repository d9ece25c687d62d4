package hostdiff

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/model/snapshot"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// staging is the end of staging.
type staging struct {
	drafts  []*draft.Draft // for the basket of this host
	count   int
	refused []snapshot.Refused
	removed int // rows of what only B has
	err     error
}

// chosen returns the rows to stage: the marked rows, or the row under the
// cursor. all means that no other row could be staged.
func (s *Screen) chosen() (rows []snapshot.Row, all bool) {
	if len(s.marked) == 0 {
		return []snapshot.Row{*s.item().Row}, false
	}
	for _, it := range s.can {
		if s.marked[it.Row] {
			rows = append(rows, *it.Row)
		}
	}
	return rows, len(rows) == len(s.can)
}

// unchosen returns why no row can be staged, or "".
func (s *Screen) unchosen() string {
	it := s.item()
	switch {
	case len(s.marked) > 0:
		return ""
	case s.focus == typesColumn:
		return "no row is selected; open a type, or select all of its rows here"
	case it == nil:
		return kit.NoRow
	}
	return it.unstageable()
}

// toggle marks the row under the cursor, or all rows of the type under the cursor, or removes
// the marks.
func (s *Screen) toggle() {
	g := s.group()
	if s.focus == typesColumn {
		s.mark(g.items)
		s.types.Move(1)
		return
	}
	s.mark([]*item{s.item()})
	g.list.Move(1)
}

// mark marks all rows that can be staged, or clears the marks if all are
// marked.
func (s *Screen) mark(items []*item) {
	items = slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.unstageable() != "" })
	yes := slices.ContainsFunc(items, func(it *item) bool { return !s.marked[it.Row] })
	for _, it := range items {
		switch {
		case !yes:
			delete(s.marked, it.Row)
			s.within[it.Type]--
		case !s.marked[it.Row]:
			s.marked[it.Row] = true
			s.within[it.Type]++
		}
	}
}

// unmarkable returns why the row under the cursor cannot be marked, or "".
func (s *Screen) unmarkable() string {
	g, it := s.group(), s.item()
	switch {
	case g == nil:
		return kit.NoRow
	case s.focus == typesColumn && !slices.ContainsFunc(g.items, func(it *item) bool { return it.unstageable() == "" }):
		return "no row of this type can be staged"
	case s.focus == typesColumn:
		return ""
	case it == nil:
		return kit.NoRow
	}
	return it.unstageable()
}

// stage makes drafts of the chosen rows in the basket of B.
func (s *Screen) stage() tea.Cmd {
	rows, all := s.chosen()
	if b := s.sides[1]; b.On != nil {
		if all {
			rows = nil
		}
		c := carrying{reach: s.sh.Reach, side: b}
		return s.stages.Start(s.sh, func(ctx context.Context) (end staging) {
			st, err := s.a.StageAt(ctx, c.carry, rows)
			if end.err = c.explained(err); err != nil {
				return end
			}
			end.count, end.removed = len(st.Drafts), st.Removals
			for _, r := range st.Refused {
				end.refused = append(end.refused, snapshot.Refused{Ref: r.Resource, Why: r.Why})
			}
			return end
		})
	}
	// The basket of the screens is not for the background.
	session, diff, own := s.sh.Session, s.diff, basket.New(s.sh.Session)
	for i, d := range s.sh.Basket.Drafts() {
		own.Insert(d.Clone(), i)
	}
	return s.stages.Start(s.sh, func(ctx context.Context) staging {
		st, err := snapshot.Stage(ctx, session, own, diff, rows)
		return staging{drafts: st.Drafts, count: len(st.Drafts), refused: st.Refused, removed: st.Removals, err: err}
	})
}

// staged puts the drafts into the basket of this host, and reports the result.
func (s *Screen) staged(msg staging) tea.Cmd {
	if msg.err != nil {
		return kit.SayError(safe.Clean("cannot stage drafts: " + msg.err.Error()))
	}
	clear(s.marked)
	clear(s.within)
	for _, d := range msg.drafts {
		old := s.sh.Basket.Find(d.Type, d.Title, d.Provider)
		if old != nil && !old.Empty() { // it was typed meanwhile
			msg.count--
			msg.refused = append(msg.refused, snapshot.Refused{Ref: d.Ref(), Why: "the basket contains a draft already"})
			continue
		}
		s.sh.Basket.Remove(old)
		s.sh.Basket.Insert(d, len(s.sh.Basket.Drafts()))
	}
	drafted := func() tea.Msg { return kit.DraftedMsg{} }
	text := s.stagedText(msg)
	if len(msg.refused) == 0 {
		return tea.Batch(drafted, kit.Say(text))
	}
	var why []safe.Text
	for _, r := range msg.refused {
		why = append(why, brief(r.Ref)+": "+brief(r.Why))
	}
	options := []kit.Option{{Name: "back", What: "go back to the comparison", Do: kit.Back}}
	if s.sides[1].On == nil && msg.count > 0 {
		options = append(options, kit.Option{Name: "basket", What: "show the drafts", Do: func() tea.Cmd { return kit.Replace(kit.Route{Kind: kit.RouteBasket}) }})
	}
	title := words.CountOf(len(why), "row or value", "rows or values") + " not staged"
	return tea.Batch(drafted, kit.ShowMenu(kit.NewMenu(s.sh, "staged", title, why, text, options...)))
}

// stagedText returns how many drafts were made, and where.
func (s *Screen) stagedText(msg staging) safe.Text {
	text := words.CountOf(msg.count, "draft") + " staged in the basket of " + safe.Clean(s.sides[1].Name)
	switch {
	case msg.removed > 0:
		text += "; " + words.Count(msg.removed) + " only on B " + kit.Plural(msg.removed, "is", "are") + " not removed"
	case s.sides[1].On == nil && msg.count > 0:
		text += s.sh.Spell("; {basket} shows it")
	case msg.count > 0:
		text += "; apply them on that host"
	}
	return text
}
