package basketlist

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

func (b *Screen) Disabled(in keys.Intent) string {
	_, ok := b.list.Cursor()
	switch in {
	case keys.NextPane, keys.PreviousPane, keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return kit.MissingReason(in)
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
	switch path := b.plan.Cycle(); {
	case in == keys.Apply && b.sh.Applying != nil:
		return "an apply is running"
	case b.working:
		return ""
	case path != nil:
		return "no order can be made: " + strings.Join(path, " => ")
	case b.plan.Err != nil:
		return "there is no plan: " + b.plan.Err.Error()
	case len(b.sh.Basket.Ready()) == 0:
		return "nothing of it is in the next apply"
	case in == keys.Difference:
		return ""
	case b.refused() != "":
		return b.refused()
	case b.plan.Included() == 0:
		return b.blocked()
	}
	return ""
}

func (b *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if kit.MoveList(b.list, in) || b.search.Do(in) {
		// From here on the key is about the row that one went to.
		b.dropped = nil
		return nil, true
	}
	at, ok := b.list.Cursor()
	switch in {
	case keys.UndoField:
		return b.drop(at.draft, ok), true
	case keys.Difference, keys.Apply:
		return b.difference(), true
	case keys.OnlyFindings:
		b.onlyFindings()
		return nil, true
	case keys.Refresh:
		b.sh.Session.Env.Invalidate()
		return b.replan(), true
	case keys.MoveLeft:
		return kit.Pop(1), true
	case keys.Back:
		return nil, b.list.Unselect()
	}
	if !ok {
		return nil, false
	}
	switch in {
	case keys.Open, keys.MoveRight, keys.Edit:
		return kit.Push(kit.ToEditor(at.draft)), true
	case keys.Select:
		if _, _, open := b.list.Ranging(); open {
			return b.selectRange(), true
		}
		b.sh.Basket.SetOmitted(at.draft, !b.sh.Basket.Status(at.draft).Omitted)
		return b.replan(), true
	case keys.SelectRange:
		return b.selectRange(), true
	case keys.Copy:
		write := func(as model.Format) (string, error) { return model.CopyDraft(at.draft, as) }
		return kit.ShowMenu(kit.NewCopyMenuOf(b.sh, at.draft.Title, "", write)), true
	case keys.MoveLater:
		return b.move(at.draft, 1), true
	case keys.MoveEarlier:
		return b.move(at.draft, -1), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(b.sh, kit.CommandLine(b.sh.Session, at.draft.Decl()))), true
	case keys.Why:
		return kit.ShowMenu(kit.NewMenu(b.sh, "why", "why this order", b.reasons(at.draft), "",
			kit.Option{Name: "back", What: "", Do: func() tea.Cmd { return kit.Pop(1) }})), true
	}
	return nil, false
}

// AsText is all of it, also what is left out of the next apply.
func (b *Screen) AsText() ([]*model.Draft, bool) { return b.sh.Basket.Drafts(), false }

// difference goes on to the difference. While it is not known yet what is ready,
// that finds it out.
func (b *Screen) difference() tea.Cmd {
	if !b.working {
		return kit.Push(kit.ToDifference(model.Decls(b.sh.Basket.Ready())))
	}
	selection := b.sh.Basket.Selection()
	gather := func(ctx context.Context) []ral.Decl { return selection.Check(ctx).Decls }
	return kit.Push(kit.Route{Kind: kit.RouteDifference, Proposal: &kit.Proposal{Gather: gather}})
}

// drop takes a draft out; pressed again within the time that the message
// stands, and before one goes to another row, it brings it back where it was.
func (b *Screen) drop(at *model.Draft, ok bool) tea.Cmd {
	if b.dropped != nil {
		b.sh.Basket.Insert(b.dropped, b.place)
		b.dropped = nil
		return tea.Batch(b.replan(), kit.Say("brought back"))
	}
	if !ok {
		return nil
	}
	b.dropped, b.place = at, b.sh.Basket.Remove(at)
	b.drops++
	return tea.Batch(b.replan(), kit.Say(b.sh.Spell("undone: press {undo-field} again to bring it back")), b.sh.Wait(kit.FadeAfter, keptOutMsg{b, b.drops}))
}

// move changes places with the next or the one before, unless a relationship
// orders the two.
func (b *Screen) move(at *model.Draft, by int) tea.Cmd {
	if reason := b.plan.Move(at, by); reason != "" {
		return kit.SayUnavailable(safe.Clean(reason))
	}
	return b.replan()
}
