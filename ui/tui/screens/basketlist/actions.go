package basketlist

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/model/export"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// noApply returns why no draft can be applied or shown as a difference, or "".
func (b *Screen) noApply(in keys.Intent) string {
	switch path := b.plan.Cycle(); {
	case b.List.Total() == 0:
		return string(b.nothing())
	case in == keys.Apply && b.Sh.Applying != nil:
		return "an apply is running"
	case b.Busy():
		return ""
	case path != nil:
		return "the order has a cycle: " + strings.Join(path, " => ")
	case b.plan.Err != nil:
		return "no plan: " + b.plan.Err.Error()
	case len(b.Sh.Basket.Ready()) == 0:
		return "all drafts of the basket are omitted from the next apply"
	case in == keys.Difference:
		return ""
	case b.refused() != "": // the question says so, and who could
		return ""
	case b.plan.Included() == 0:
		return b.blocked()
	}
	return ""
}

func (b *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if kit.MoveList(b.List, in) || b.Search.Do(in) {
		// The user has left the dropped row, so the key no longer brings it
		// back.
		b.dropped = nil
		return nil, true
	}
	return b.Browser.Do(in)
}

func (b *Screen) actions() kit.Actions {
	at, ok := b.List.Cursor()
	empty := b.List.Total() == 0
	row, some := kit.Unless(ok, string(b.nothing())), kit.Unless(!empty, string(b.nothing()))
	apply, drop := "apply "+words.Count(b.plan.Included()), safe.Text("drop")
	if b.Busy() || b.plan.Included() == 0 {
		apply = "apply"
	}
	if empty {
		drop = "restore"
	}
	choose := safe.Text("omit")
	if ok && b.Sh.Basket.Status(at.draft).Omitted {
		choose = "include"
	}
	edit := func() tea.Cmd { return kit.Push(kit.ToEditor(at.draft)) }
	return kit.Actions{
		{In: keys.Select, Hint: choose, Disabled: row, Do: func() tea.Cmd { return b.choose(at.draft) }},
		{In: keys.Open, Also: keys.MoveRight, Hint: "edit", Disabled: row, Do: edit},
		{In: keys.Difference, Hint: "diff", Disabled: func() string { return b.noApply(keys.Difference) }, Do: b.difference},
		{In: keys.Apply, Hint: apply, Disabled: func() string { return b.noApply(keys.Apply) }, Do: b.difference},
		{
			In: keys.UndoField, Hint: drop, Disabled: kit.Unless(!empty || b.dropped != nil, "the basket is empty"),
			Do: func() tea.Cmd { return b.drop(at.draft, ok) },
		},
		{
			In: keys.MoveLater, With: keys.MoveEarlier, Hint: kit.HintIf(len(b.plan.Order()) > 1, "move"), Disabled: row,
			Do: func() tea.Cmd { return b.move(at.draft, 1) },
		},
		{In: keys.MoveEarlier, Disabled: row, Do: func() tea.Cmd { return b.move(at.draft, -1) }},
		{In: keys.EditInEditor, Hint: "edit as text", Disabled: some},
		{In: keys.Why, Hint: "explain", Disabled: row, Do: func() tea.Cmd {
			return kit.ShowMenu(kit.NewMenu(b.Sh, "why", "reasons for the order", b.reasons(at.draft), "", kit.Option{Name: "back", Do: kit.Back}))
		}},
		{In: keys.Filter, Hint: kit.HintIf(!empty, "filter")},
		{In: keys.Copy, Hint: "copy", Disabled: row, Do: func() tea.Cmd {
			write := func(as export.Format) (string, error) { return draft.Copy(at.draft, as) }
			return kit.ShowMenu(kit.NewCopyMenuOf(b.Sh, at.draft.Title, "", write))
		}},
		{In: keys.Jump, Hint: kit.HintIf(empty, "jump")},
		{In: keys.History, Hint: kit.HintIf(empty, "show history")},
		{In: keys.Back, Hint: kit.HintIf(empty, "back")},
		{In: keys.Edit, Disabled: row, Do: edit},
		{In: keys.SelectRange, Disabled: row, Do: b.selectRange},
		{In: keys.Refresh, Disabled: some, Do: func() tea.Cmd {
			b.Sh.Session.Env.Invalidate()
			return b.replan()
		}},
		{In: keys.ShowCommand, Disabled: row, Do: kit.ShowsCommand(b.Sh, func() string { return kit.CommandLine(b.Sh.Session, at.draft.Decl()) })},
	}
}

// choose excludes a draft from the next apply, or includes it again. During a
// range selection it ends the range instead.
func (b *Screen) choose(d *draft.Draft) tea.Cmd {
	if _, _, open := b.List.Ranging(); open {
		return b.selectRange()
	}
	b.Sh.Basket.SetOmitted(d, !b.Sh.Basket.Status(d).Omitted)
	return b.replan()
}

// AsText returns all drafts, including omitted drafts.
func (b *Screen) AsText() ([]*draft.Draft, bool) { return b.Sh.Basket.Drafts(), false }

// difference opens the difference. If the readiness of the drafts is not known
// yet, the difference checks it.
func (b *Screen) difference() tea.Cmd {
	if !b.Busy() {
		return kit.Push(kit.ToDifference(draft.Decls(b.Sh.Basket.Ready())))
	}
	selection := b.Sh.Basket.Selection()
	gather := func(ctx context.Context) []ral.Decl { return selection.Check(ctx).Decls }
	return kit.Push(kit.Route{Kind: kit.RouteDifference, Proposal: &kit.Proposal{Gather: gather}})
}

// drop removes a draft from the basket. If it is called again before the
// message fades and before the cursor moves, it restores the draft at its
// place.
func (b *Screen) drop(at *draft.Draft, ok bool) tea.Cmd {
	if b.dropped != nil {
		b.Sh.Basket.Insert(b.dropped, b.place)
		b.dropped = nil
		return tea.Batch(b.replan(), kit.Say("restored the draft"))
	}
	if !ok {
		return nil
	}
	b.dropped, b.place = at, b.Sh.Basket.Remove(at)
	b.drops++
	return tea.Batch(b.replan(), kit.Say(b.Sh.Spell("removed the draft: press {undo-field} again to restore it")), b.Sh.Wait(kit.FadeAfter, keptOutMsg{b, b.drops}))
}

// move swaps a draft with the next or previous draft, unless a relationship
// orders them.
func (b *Screen) move(at *draft.Draft, by int) tea.Cmd {
	if reason := b.plan.Move(at, by); reason != "" {
		return kit.SayUnavailable(safe.Clean(reason))
	}
	return b.replan()
}
