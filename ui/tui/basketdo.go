package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
)

func (b *basket) disabled(in keys.Intent) string {
	_, ok := b.list.Cursor()
	switch in {
	case keys.NextPane, keys.PreviousPane, keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return missing(in)
	case keys.Difference, keys.Apply, keys.EditInEditor, keys.Refresh:
		if b.list.Total() == 0 {
			return string(b.nothing())
		}
	case keys.Edit, keys.Select, keys.SelectRange, keys.MoveLater, keys.MoveEarlier, keys.Open, keys.MoveRight, keys.ShowCommand, keys.Copy, keys.Why:
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
	case in == keys.Apply && b.sh.applying != nil:
		return "an apply is running"
	case b.working:
		return ""
	case path != nil:
		return "no order can be made: " + strings.Join(path, " => ")
	case b.err != nil:
		return "there is no plan: " + b.err.Error()
	case len(b.sh.drafts.wanted()) == 0:
		return "nothing of it is in the next apply"
	case in == keys.Difference:
		return ""
	case b.refused() != "":
		return b.refused()
	case b.ready() == 0:
		return b.blocked()
	}
	return ""
}

func (b *basket) do(in keys.Intent) (tea.Cmd, bool) {
	if moves(b.list, in) || b.search.do(in) {
		// From here on the key is about the row that one went to.
		b.dropped = nil
		return nil, true
	}
	at, ok := b.list.Cursor()
	switch in {
	case keys.UndoField:
		return b.drop(at.draft, ok), true
	case keys.Difference, keys.Apply:
		return b.plan(), true
	case keys.OnlyFindings:
		b.onlyFindings()
		return nil, true
	case keys.Refresh:
		b.sh.session.Env.Invalidate()
		return b.replan(), true
	case keys.MoveLeft:
		return pop(1), true
	case keys.Back:
		return nil, b.list.Unselect()
	}
	if !ok {
		return nil, false
	}
	switch in {
	case keys.Open, keys.MoveRight, keys.Edit:
		return push(toEditor(at.draft)), true
	case keys.Select:
		if _, _, open := b.list.Ranging(); open {
			return b.selectRange(), true
		}
		b.sh.drafts.note(at.draft, func(st *draftStatus) { st.out = !st.out })
		return b.replan(), true
	case keys.SelectRange:
		return b.selectRange(), true
	case keys.Copy:
		write := func(as model.Format) (string, error) { return model.CopyDraft(at.draft, as) }
		return showMenu(newCopyOf(b.sh, at.draft.Title, "", write)), true
	case keys.MoveLater:
		return b.move(at.draft, 1), true
	case keys.MoveEarlier:
		return b.move(at.draft, -1), true
	case keys.ShowCommand:
		return showMenu(newCommand(b.sh, commandLine(b.sh.session, at.draft.Decl()))), true
	case keys.Why:
		return showMenu(newChoose(b.sh, "why", "why this order", b.reasons(at.draft), "",
			option{"back", "", func() tea.Cmd { return pop(1) }})), true
	}
	return nil, false
}

// asText is all of it, also what is left out of the next apply.
func (b *basket) asText() ([]*model.Draft, bool) { return b.sh.drafts.unsaved(), false }

// plan goes on to the difference. While it is not known yet what is ready, that
// finds it out.
func (b *basket) plan() tea.Cmd {
	if !b.working {
		return push(toDifference(model.Decls(b.sh.drafts.wanted())))
	}
	drafts, copies := b.sh.drafts.chosen()
	gather := func(ctx context.Context) []ral.Decl {
		bad := unready(ctx, b.sh.session, drafts, copies)
		var ready []*model.Draft
		for i, d := range drafts {
			if bad[d].bad == "" {
				ready = append(ready, copies[i])
			}
		}
		return model.Decls(ready)
	}
	return push(route{kind: routeDifference, proposal: &proposal{gather: gather}})
}

// drop takes a draft out; pressed again within the time that the message
// stands, and before one goes to another row, it brings it back where it was.
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
		return sayUnavailable("it has no place in the order yet")
	}
	order := b.order()
	i := slices.Index(order, at)
	j := i + by
	switch {
	case j < 0:
		return sayUnavailable("it is the first of the order already")
	case j >= len(order):
		return sayUnavailable("it is the last of the order already")
	}
	first, second := order[min(i, j)], order[max(i, j)]
	if e, related := b.between(b.steps[first], b.steps[second]); related {
		return sayUnavailable(safe.Clean(second.Ref() + " comes after " + first.Ref() + ": " + e.by))
	}
	kept := slices.DeleteFunc(slices.Clone(b.sh.drafts.kept), func(d *model.Draft) bool { return d == first })
	b.sh.drafts.kept = slices.Insert(kept, slices.Index(kept, second)+1, first)
	return b.replan()
}
