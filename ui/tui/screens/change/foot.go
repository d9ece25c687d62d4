package change

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// oneLineWidth is the minimum width of a screen that shows both buttons on a
// line.
const oneLineWidth = 80

// foot returns the question on a screen without borders. It is below the plan,
// so that no row is hidden.
func (d *Difference) foot(width, height int) frame.Foot {
	return frame.Foot{Lines: d.question(width, height, frame.FootRoom(height)), Keep: true}
}

// question returns the question in at most most rows: the certainty of the
// plan, changes that are not undoable, and the buttons, which are always
// visible.
func (d *Difference) question(width, height, most int) []frame.Line {
	boxed := width >= frame.SplitWidth
	title, unseen := d.asked(width)
	lines := []frame.Line{frame.Title(title, unseen, d.focus != onPlan)}
	buttons := d.buttons(width)
	room := most - len(buttons)
	inside := width
	if boxed {
		inside, room = frame.BoxWidth(width), room-1
		if height >= frame.AiryHeight {
			lines = append(lines, nil)
		}
	}
	text := len(lines)
	add := func(rows ...frame.Line) {
		lines = append(lines, rows[:max(0, min(len(rows), room-len(lines)))]...)
	}
	sentence := func(t safe.Text, sign frame.Sign, rows int) {
		if t == "" {
			return
		}
		for i, part := range kit.Wrap(t, inside-frame.ProseMargin-1) {
			row := frame.Prose(part)
			row.Cells[0].At.Col = frame.ProseMargin
			if sign == frame.NoSign {
				row.Cells[0].At.Col = 2
			} else if i == 0 {
				row.Sign = sign
			}
			if i < rows {
				add(row)
			}
		}
	}
	switch {
	case len(d.plan.Steps) == 0:
		sentence("no changes are needed: no staged draft is ready", frame.NoSign, 1)
	case d.unsynced() == 0:
		sentence("no changes are needed: "+d.allInSync(), frame.NoSign, 1)
	default:
		if d.taken != nil && !d.answered {
			sentence("this plan differs from the confirmed plan: the host changed, or "+safe.Clean(d.sh.Session.User.Name)+" can read more", frame.SignNeeds, 2)
		}
		add(plantext.Flow(plantext.Certainties(d.plan, boxed), inside, 1)...)
		sentence(plantext.MayChange(d.plan), frame.NoSign, 1)
		sentence(plantext.DoomedText(d.plan), frame.SignNeeds, 2)
		rows := d.undoRows(height, len(lines), len(buttons))
		if boxed {
			rows = 1
		}
		if t := undoText(d.steps, inside, rows); t != "" && d.plan.Ready() > 0 && !(boxed && lostOf(d.steps) == nil) {
			sentence(t, frame.NoSign, rows)
		}
		if why := d.lacking(); why != "" && d.plan.Ready() > 0 {
			sentence(safe.Clean(why+"; "+d.sh.Keys.Key(keys.ShowCommand)+" shows the command"), frame.NoSign, 2)
		}
	}
	if len(lines) > text && (width >= frame.NarrowWidth || boxed) {
		add(nil)
	}
	lines = append(lines, buttons...)
	if boxed && height >= frame.AiryHeight {
		lines = append(lines, nil)
	}
	return lines
}

// asked returns the title of the question, with the number of changes and the
// place, and the number of unseen rows of the plan. On a narrow screen the
// place is shortened first, then the words about the rows. The counts are never
// cut.
func (d *Difference) asked(width int) (title, unseen safe.Text) {
	const least = 14 // minimum useful cells of a place
	if n := d.filter.Of - d.filter.Shown; n > 0 {
		unseen = words.CountOf(n, "step") + " filtered out"
	} else if n := d.scroll.Unseen(); n > 0 {
		if unseen = words.CountOf(n, "row") + " not seen yet"; width < oneLineWidth {
			unseen = words.CountOf(n, "row") + " unseen"
		}
	}
	switch {
	case d.unsynced() == 0:
		return "no changes", unseen
	case d.plan.Ready() == 0:
		return "no change can be applied", unseen
	}
	title = "apply " + words.CountOf(d.plan.ChangeCount(), "change")
	room := width - title.Width() - unseen.Width() - 16
	if room < min(least, d.on(width).Width()) {
		return title + "?", unseen
	}
	return title + " " + d.on(room) + "?", unseen
}

// on returns the place of the changes, in at most room cells: "to web1", "below
// /tmp/ralsh-demo".
func (d *Difference) on(room int) safe.Text {
	word, place := safe.Text("to "), safe.Clean(d.sh.Session.HostName())
	if root := d.sh.Session.Root(); root != "/" {
		word, place = "below ", safe.Clean(root)
	}
	return word + place.CutMiddle(room-word.Width(), d.sh.Mode.Ellipsis())
}

func (d *Difference) allInSync() safe.Text {
	if len(d.plan.Steps) == 1 {
		return words.Step(d.plan.Steps[0]) + " is in sync"
	}
	return "all " + words.Count(len(d.plan.Steps)) + " are in sync"
}

// buttons returns No and, for a plan with changes, Yes.
func (d *Difference) buttons(width int) []frame.Line {
	no := safe.Text("No, cancel")
	if d.unsynced() == 0 {
		no = "No, go back"
	}
	const col = 2
	row := frame.Row{Prose: true, Cells: []frame.Cell{frame.Button(col, no, d.focus == onNo)}}
	if d.focus == onNo {
		row.Caret = col
	}
	if d.unsynced() == 0 {
		return []frame.Line{row}
	}
	if width < oneLineWidth {
		return []frame.Line{row, d.yes(frame.Row{Prose: true}, col)}
	}
	if width >= frame.SplitWidth && d.lacking() == "" && lostOf(d.steps) == nil {
		row.Evidence = "ralsh can undo this run"
	}
	return []frame.Line{d.yes(row, col+frame.ButtonWidth(no)+3)}
}

// yes adds the button Yes, or why it is disabled.
func (d *Difference) yes(row frame.Row, col int) frame.Row {
	switch why := d.lacking(); {
	case why != "" && d.escalates() == "":
		reason, _, _ := strings.Cut(why, ":")
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(col), Text: "x", Style: theme.Remove}, frame.Button(col+2, "Yes", false),
			frame.Cell{At: frame.At(col + 2 + frame.ButtonWidth("Yes") + 2), Text: safe.Clean(reason), Style: theme.Muted})
	case d.confirm != nil && (d.typed || !d.named()):
		t := safe.Clean("type "+d.removedType()+" to remove ") + words.CountOf(d.removals(), d.removedNoun()) + ": "
		view, caret := d.confirm.View(12, d.sh.Mode.Ellipsis())
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(col), Text: t, More: []frame.Span{{Text: view, Style: theme.Input}}})
		if d.typed {
			row.Caret = col + t.Width() + caret
		}
	default:
		if d.escalates() != "" {
			row.Cells = append(row.Cells, frame.Cell{At: frame.At(col), Text: "x", Style: theme.Remove}, frame.Button(col+2, "Yes", false))
			col += 2 + frame.ButtonWidth("Yes") + 3
		}
		row.Cells = append(row.Cells, frame.Button(col, d.yesText(), d.focus == onYes))
		if d.focus == onYes {
			row.Caret = col
		}
	}
	return row
}

// yesText returns how much Yes applies, and how much it omits.
func (d *Difference) yesText() safe.Text {
	if with := d.escalates(); with != "" {
		return safe.Clean("Yes, with " + with)
	}
	if ready, of := d.plan.Ready(), d.unsynced(); ready < of {
		return "Yes, apply " + words.Count(ready) + " of " + words.Count(of)
	}
	yes := "Yes, apply " + words.CountOf(d.plan.ChangeCount(), "change")
	if n, _ := d.plan.MayChange(); n > 0 {
		yes += ", " + words.Count(n) + " more may follow"
	}
	return yes
}

// removedNoun returns the type of all removed resources, or "resource" if they
// differ.
func (d *Difference) removedNoun() safe.Text {
	for _, s := range d.plan.Steps {
		if removes(s) > 0 && s.Decl.Type != d.removedType() {
			return "resource"
		}
	}
	return safe.Clean(d.removedType())
}
