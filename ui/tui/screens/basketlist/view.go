package basketlist

import (
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
)

// arrange orders the rows as in the plan, followed by the drafts without a
// place.
func (b *Screen) arrange() {
	all := b.plan.Order()
	for _, d := range b.sh.Basket.Drafts() {
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	rows := make([]staged, len(all))
	for i, d := range all {
		rows[i] = staged{d, i}
	}
	b.list.Set(rows)
}

func (b *Screen) View(width, height int) frame.Content {
	if b.list.Total() == 0 {
		return b.empty(width, height)
	}
	if width >= frame.SplitWidth {
		return b.twoPanes(width, height)
	}
	foot := b.foot()
	rooms := frame.Arrange(width, height, foot)
	b.list.Height(rooms.TableRows())
	const change = 31
	name := frame.Slot{Col: frame.Margin, Width: change - frame.Margin - 1, Middle: true}
	head := frame.Ruler{Focus: true, Last: "order", Columns: []frame.Cell{{At: name, Text: "resource"}}}
	if width >= frame.NarrowWidth {
		head.Columns = append(head.Columns, frame.Cell{At: frame.At(change), Text: "change"})
	} else {
		name = frame.At(frame.Margin)
	}
	lines := []frame.Line{head.Named("basket", kit.Position(b.list)).Scrolled(frame.Rows(b.list.Rows()))}
	for _, row := range b.list.Window() {
		d := row.Item.draft
		line := frame.Row{Cursor: row.Cursor, Selected: b.selected(d, row.Selected), Sign: b.sign(d), Cells: []frame.Cell{{At: name, Text: safe.Clean(d.Type.Name + " " + d.Title)}}}
		if width >= frame.NarrowWidth {
			line.Cells = append(line.Cells, frame.Cell{At: frame.At(change), Text: b.change(d)})
		}
		line.Evidence = b.placed(d, false)
		lines = append(lines, line)
	}
	if len(lines) == 1 {
		lines = append(lines, kit.RowsOf(b.unmatched(), width, 2)...)
	}
	return frame.Content{
		Body: []frame.Block{frame.One(lines)}, Foot: foot, Message: b.message(),
		Keys: b.actions().Working().Keys(b.sh),
	}
}

// nothing returns why there are no rows, or what hides them.
func (b *Screen) nothing() safe.Text {
	if b.list.Total() > 0 {
		return b.search.Hides(b.sh, "row", "a sign", "")
	}
	return "nothing staged. " + b.comesHere()
}

func (b *Screen) comesHere() safe.Text {
	return b.sh.Spell("{edit} on an instance, or {new} on a type, puts something here")
}

// empty draws the empty basket, with a hint how to stage changes.
func (b *Screen) empty(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	rows := kit.EmptyRows(b.sh, width, rooms.Body-1, "nothing staged", b.comesHere())
	return frame.Content{
		Body:    []frame.Block{frame.One(append([]frame.Line{frame.Title("basket", "0", true)}, rows...))},
		Message: b.message(), Keys: b.actions().Working().Keys(b.sh),
	}
}

func (b *Screen) sign(d *model.Draft) frame.Sign {
	st := b.sh.Basket.Status(d)
	switch s := b.plan.Steps[d]; {
	case st.Omitted || !st.Ready():
	case slices.Contains(b.plan.Cycle(), d.Ref()):
		return frame.SignNeeds
	case s != nil:
		return plantext.StepSign(s)
	}
	return kit.EffectSign(b.sh.Basket.EffectOf(d))
}

// change names the changes of a draft.
func (b *Screen) change(d *model.Draft) safe.Text {
	s, st := b.plan.Steps[d], b.sh.Basket.Status(d)
	switch {
	case st.NotReady.Reason != "" && st.NotReady.Detail != "" && !st.Omitted:
		return safe.Clean(st.NotReady.Detail)
	case s == nil || st.Omitted || len(s.Changes) == 0 && s.Status != transaction.InSync:
		return safe.Clean(changesOf(d))
	}
	if s.Status == transaction.InSync {
		return "nothing: " + safe.Clean(changesOf(d)) + " is so"
	}
	var parts []string
	for _, c := range s.Changes {
		if c.Attr.Name == "ensure" {
			parts = append(parts, "ensure "+string(plantext.ShouldText(s.Resource, c)))
		} else {
			parts = append(parts, c.Attr.Name)
		}
	}
	return safe.Clean(strings.Join(parts, ", "))
}
