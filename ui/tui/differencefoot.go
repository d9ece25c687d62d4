package tui

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// besideWidth is how wide a screen must be for both buttons in a line.
const besideWidth = 80

// foot is the question. It stands below the plan, so that nothing is hidden by
// it.
func (d *difference) foot(width, height int) frame.Foot {
	wide := width >= frame.SplitWidth
	lines := []frame.Line{frame.Title("confirm", d.asked(width), d.focus != onPlan)}
	// The buttons are always seen, whatever else has no room.
	buttons := d.buttons(width)
	room := frame.FootRoom(height) - len(buttons)
	switch {
	case len(d.plan.Steps) == 0:
		lines = append(lines, frame.Text("nothing to do: nothing that is staged is ready"))
	case d.unsynced() == 0:
		lines = append(lines, frame.Text("nothing to do: "+d.allInSync()))
	default:
		if t := mayChange(d.plan); t != "" {
			lines = append(lines, rowsOf(t, width, 1)...)
		}
		if t := sureties(d.plan, wide); t != "" {
			most := 1
			if height >= frame.FootHeight {
				most = 2
			}
			lines = append(lines, rowsOf(t, width, most)...)
		}
		if t := doomedSaid(d.plan); t != "" {
			for i, row := range wrapped(t, width-frame.Margin) {
				if len(lines) < room {
					lines = append(lines, signed([...]frame.Sign{frame.SignNeeds, frame.NoSign}[min(i, 1)], row))
				}
			}
		}
		most := d.undoRows(height, len(lines), len(buttons))
		if t := undoSaid(d.steps, width, most); t != "" && d.plan.Ready() > 0 {
			lines = append(lines, rowsOf(t, width, most)...)
		}
		if why := d.lacking(); why != "" && d.plan.Ready() > 0 {
			why += "; " + d.sh.keys.Key(keys.ShowCommand) + " shows the command"
			lines = append(lines, rowsOf(safe.Clean(why), width, max(1, room-len(lines)))...)
		}
	}
	if width >= frame.NarrowWidth && len(lines) < room {
		lines = append(lines, nil)
	}
	return frame.Foot{Lines: append(lines, buttons...), Keep: true}
}

// asked is what one is asked about: how many changes, where, and how many rows of
// the plan were not seen. Where there is little room the place is shortened, then
// the words about the rows; the counts are whole at any width.
func (d *difference) asked(width int) safe.Text {
	const title, place = 15, 14 // cells of the title with its rule; of a place that still says something
	room := width - title
	changes := widget.CountOf(d.plan.ChangeCount(), "change")
	rows := []safe.Text{""}
	if unseen := d.scroll.unseen(); unseen > 0 {
		count := ", " + widget.CountOf(unseen, "row")
		rows = []safe.Text{count + " not seen yet", count + " unseen"}
		if width >= frame.SplitWidth {
			rows = append([]safe.Text{count + " of the plan not seen yet"}, rows...)
		}
		if width < besideWidth {
			rows = rows[1:]
		}
	}
	for _, r := range rows {
		if left := room - changes.Width() - 1 - r.Width(); left >= min(place, d.on(width).Width()) {
			return changes + " " + d.on(left) + r
		}
	}
	last := rows[len(rows)-1]
	if (changes + last).Width() <= room {
		return changes + last
	}
	return safe.Clean(strings.TrimPrefix(string(last), ", "))
}

// on is where the changes happen, in so many cells: "on web1", "below /tmp/ralsh-demo".
func (d *difference) on(room int) safe.Text {
	word, place := safe.Text("on "), safe.Clean(d.sh.session.HostName())
	if root := d.sh.session.Root(); root != "/" {
		word, place = "below ", safe.Clean(root)
	}
	return word + place.CutMiddle(room-word.Width(), d.sh.mode.Ellipsis())
}

func (d *difference) allInSync() safe.Text {
	if len(d.plan.Steps) == 1 {
		return words.Step(d.plan.Steps[0]) + " is in sync"
	}
	return "all " + widget.Count(len(d.plan.Steps)) + " are in sync"
}

// buttons are No and, where something can be done, Yes. The one that has the
// focus has the mark before it.
func (d *difference) buttons(width int) []frame.Line {
	no := safe.Text("[ No, change nothing ]")
	if d.unsynced() == 0 {
		no = "[ No, go back ]"
	}
	col := frame.Margin
	row := frame.Row{}
	button := func(t safe.Text, focus bool) {
		if focus {
			row.Cells = append(row.Cells, frame.Cell{At: frame.Slot{Col: col, Width: 1}, Text: ">"})
			row.Caret = col
		}
		cell := frame.Cell{At: frame.At(col + 2), Text: t, Style: theme.Muted}
		if focus {
			cell.Style = theme.Title
		}
		row.Cells = append(row.Cells, cell)
		col += t.Width() + 6
	}
	button(no, d.focus == onNo)
	if d.unsynced() == 0 {
		return []frame.Line{row}
	}
	why := d.lacking()
	if width < besideWidth {
		first := row
		row, col = frame.Row{}, frame.Margin
		return append([]frame.Line{first}, d.yes(&row, button, why)...)
	}
	return d.yes(&row, button, why)
}

// yes is the button, or what it lacks.
func (d *difference) yes(row *frame.Row, button func(safe.Text, bool), why string) []frame.Line {
	switch {
	case why != "":
		reason, _, _ := strings.Cut(why, ":")
		button("x [ Yes ]  "+safe.Clean(reason), false)
	case d.confirm != nil && (d.typed || !d.named()):
		n := d.removals()
		t := safe.Clean("type "+d.removedType()+" to remove ") + widget.CountOf(n, d.removedNoun()) + ": "
		view, caret := d.confirm.View(12, d.sh.mode.Ellipsis())
		at := frame.Margin + 2
		if len(row.Cells) > 0 {
			at = row.Cells[len(row.Cells)-1].At.Col + row.Cells[len(row.Cells)-1].Width() + 6
		}
		button(t+view, false)
		if d.typed {
			row.Caret = at + t.Width() + caret
		}
	default:
		button("[ "+d.yesText()+" ]", d.focus == onYes)
	}
	return []frame.Line{*row}
}

// yesText says how much Yes does, and what it leaves out.
func (d *difference) yesText() safe.Text {
	if ready, of := d.plan.Ready(), d.unsynced(); ready < of {
		return "Yes, apply " + widget.Count(ready) + " of " + widget.Count(of)
	}
	yes := "Yes, apply " + widget.CountOf(d.plan.ChangeCount(), "change")
	if n, _ := d.plan.MayChange(); n > 0 {
		yes += ", " + widget.Count(n) + " more may come"
	}
	return yes
}

// removedNoun is the type of all that is removed, or just "resource".
func (d *difference) removedNoun() safe.Text {
	for _, s := range d.plan.Steps {
		if removes(s) > 0 && s.Decl.Type != d.removedType() {
			return "resource"
		}
	}
	return safe.Clean(d.removedType())
}
