package tui

import (
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// order are the drafts that have a place in the plan, in its order.
func (b *basket) order() []*model.Draft {
	list := slices.DeleteFunc(b.sh.drafts.unsaved(), func(d *model.Draft) bool { return b.steps[d] == nil || b.sh.drafts.marks[d].out })
	slices.SortStableFunc(list, func(x, y *model.Draft) int { return b.steps[x].N - b.steps[y].N })
	return list
}

// arrange puts the rows in the order of the plan, then what has no place in it.
func (b *basket) arrange() {
	all := b.order()
	for _, d := range b.sh.drafts.unsaved() {
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

func (b *basket) view(width, height int) frame.Content {
	foot := b.foot()
	rooms := frame.Arrange(width, height, foot)
	b.list.Height(rooms.Body - 1)
	change, order := 31, 0
	if width >= frame.SplitWidth {
		change, order = 36, 74+width-120
	}
	name := frame.Slot{Col: frame.Margin, Width: change - frame.Margin - 1, Middle: true}
	head := frame.Ruler{Focus: true, Evidence: "order", Words: []frame.Cell{{At: name, Text: "resource"}}}
	if width >= frame.NarrowWidth {
		head.Words = append(head.Words, frame.Cell{At: frame.At(change), Text: "change"})
	} else {
		name = frame.At(frame.Margin)
	}
	if order > 0 {
		head.Words, head.Evidence = append(head.Words, frame.Cell{At: frame.At(order), Text: "order"}), "how sure"
	}
	lines := []frame.Line{head}
	for _, row := range b.list.Window() {
		d := row.Item.draft
		line := frame.Row{Cursor: row.Cursor, Selected: b.selected(d, row.Selected), Sign: b.sign(d), Cells: []frame.Cell{{At: name, Text: safe.Clean(d.Type.Name + " " + d.Title)}}}
		text := frame.At(change)
		if order > 0 {
			text.Width = order - change - 2
			line.Cells = append(line.Cells, frame.Cell{At: text, Text: b.change(d)}, frame.Cell{At: frame.At(order), Text: b.placed(d, true)})
			line.Evidence, line.Sure = b.sure(d)
		} else {
			if width >= frame.NarrowWidth {
				line.Cells = append(line.Cells, frame.Cell{At: text, Text: b.change(d)})
			}
			line.Evidence = b.placed(d, false)
		}
		lines = append(lines, line)
	}
	switch {
	case len(lines) == 1 && b.list.Total() > 0:
		lines = append(lines, rowsOf(b.unmatched(), width, 2)...)
	case len(lines) == 1:
		lines = append(lines, rowsOf(b.nothing(), width, 2)...)
	}
	return frame.Content{
		Body: []frame.Block{{Left: lines}}, Foot: foot, Message: b.message(),
		Keys: b.keyLine(),
	}
}

// nothing says how something gets here, or what hides it.
func (b *basket) nothing() safe.Text {
	if b.list.Total() > 0 {
		return b.search.hides(b.sh, "row", "a sign", "")
	}
	return b.sh.spell("nothing staged. {edit} on an instance, or {new} on a type, puts something here")
}

func (b *basket) sign(d *model.Draft) frame.Sign {
	st := b.sh.drafts.marks[d]
	switch s := b.steps[d]; {
	case st.out:
	case st.bad != "" || slices.Contains(b.cycle(), d.Ref()):
		return frame.SignNeeds
	case s != nil:
		return stepSign(s)
	}
	return draftSign(d)
}

// change names what would change.
func (b *basket) change(d *model.Draft) safe.Text {
	s, st := b.steps[d], b.sh.drafts.marks[d]
	switch {
	case st.bad != "" && st.wrong != "" && !st.out:
		return safe.Clean(st.wrong)
	case s == nil || st.out || len(s.Changes) == 0 && s.Status != transaction.InSync:
		return safe.Clean(changesOf(d))
	}
	if s.Status == transaction.InSync {
		return "nothing: " + safe.Clean(changesOf(d)) + " is so"
	}
	var parts []string
	for _, c := range s.Changes {
		if c.Attr.Name == "ensure" {
			parts = append(parts, "ensure "+string(showShould(s.Resource, c)))
		} else {
			parts = append(parts, c.Attr.Name)
		}
	}
	return safe.Clean(strings.Join(parts, ", "))
}
