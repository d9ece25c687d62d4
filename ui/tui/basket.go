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
	"ralsh/ui/tui/widget"
)

// basket is everything that is staged, in the order in which it was begun.
type basket struct {
	basic
	sh      *shared
	list    *widget.List[*model.Draft]
	dropped *model.Draft
}

func newBasket(sh *shared) *basket {
	b := &basket{sh: sh}
	b.list = widget.NewList(func(d *model.Draft) string { return d.Ref() }, func(d *model.Draft) string { return d.Ref() }, nil)
	b.list.Set(sh.drafts.unsaved())
	return b
}

func (b *basket) crumb() safe.Text  { return "basket" }
func (b *basket) alone() bool       { return true }
func (b *basket) where() keys.Where { return keys.OnBasket }

func (b *basket) update(tea.Msg) tea.Cmd {
	b.list.Set(b.sh.drafts.unsaved())
	return nil
}

func (b *basket) disabled(in keys.Intent) string {
	switch in {
	case keys.Difference, keys.Apply, keys.Edit:
		if b.list.Total() == 0 {
			return "nothing staged. e on an instance, or n on a type, puts something here"
		}
	case keys.UndoField:
		if b.list.Total() == 0 && b.dropped == nil {
			return "nothing staged"
		}
	}
	return ""
}

func (b *basket) do(in keys.Intent) (tea.Cmd, bool) {
	if moves(b.list, in) {
		return nil, true
	}
	at, ok := b.list.Cursor()
	switch in {
	case keys.UndoField:
		return b.drop(at, ok), true
	case keys.Open, keys.Edit:
		if ok {
			return push(newEdit(b.sh, at)), true
		}
	case keys.Difference, keys.Apply:
		var decls []ral.Decl
		for _, d := range b.sh.drafts.unsaved() {
			decls = append(decls, d.Decl())
		}
		return push(newDifference(b.sh, decls)), true
	case keys.ShowCommand:
		if ok {
			line, _ := b.sh.session.Command(at.Decl())
			return push(newCommand(b.sh, line)), true
		}
	case keys.Why:
		if ok {
			return push(newWhy(b.sh, at.Type)), true
		}
	}
	return nil, false
}

// drop takes a draft out; pressed again, it brings back what was taken last.
func (b *basket) drop(at *model.Draft, ok bool) tea.Cmd {
	if b.dropped != nil {
		b.sh.drafts.kept = append(b.sh.drafts.kept, b.dropped)
		b.dropped = nil
		b.list.Set(b.sh.drafts.unsaved())
		return say("brought back")
	}
	if !ok {
		return nil
	}
	b.dropped = at
	b.sh.drafts.kept = slices.DeleteFunc(b.sh.drafts.kept, func(d *model.Draft) bool { return d == at })
	b.list.Set(b.sh.drafts.unsaved())
	return say("undone: press u again to bring it back")
}

func (b *basket) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	b.list.Height(rooms.Body - 1)
	columns := []frame.Column{{Title: "resource", Min: 16, Ideal: 32}, {Title: "change", Min: 10, Grow: 1}}
	slots := frame.Columns(columns, width, rooms.Columns)
	lines := []frame.Line{frame.Titles(columns, slots, true)}
	for _, row := range b.list.Window() {
		d := row.Item
		lines = append(lines, frame.Row{
			Cursor: row.Cursor, Sign: draftSign(d),
			Cells: frame.Cells(slots, safe.Clean(d.Type.Name+" "+d.Title), safe.Clean(changesOf(d))),
		})
	}
	if len(lines) == 1 {
		lines = append(lines, rowsOf("nothing staged. e on an instance, or n on a type, puts something here", width, 2)...)
	}
	return frame.Content{
		Body:    []frame.Block{{Left: lines}},
		Message: frame.Message{Text: "nothing of it has been applied"},
		Keys:    keyed("enter edit|d difference|A apply|u drop|c command"),
	}
}

// changesOf names what a draft is about: "ensure absent", "shell, comment".
func changesOf(d *model.Draft) string {
	var names []string
	for _, a := range d.Type.Order() {
		if text, ok := d.Text(a.Name); ok {
			if a.Name == "ensure" {
				names = append(names, "ensure "+text)
			} else {
				names = append(names, a.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}
