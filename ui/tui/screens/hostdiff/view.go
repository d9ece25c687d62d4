package hostdiff

import (
	"strings"
	"time"

	"ralsh/model/snapshot"
	"ralsh/ral/noise"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// headHeight is the height from which on the hosts are shown above the columns.
const headHeight = 16

func (s *Screen) View(width, height int) frame.Content {
	s.width = width
	rooms := frame.Arrange(width, height, frame.Foot{})
	c := frame.Content{Message: s.message(), Keys: s.Actions().Keys(s.sh)}
	if s.group() == nil {
		c.Keys = s.Actions().Working().Keys(s.sh)
		body := append([]frame.Line{frame.Title("compare", "", true)}, kit.EmptyRows(s.sh, width, rooms.Body-1, s.empty()...)...)
		c.Body = []frame.Block{frame.One(body)}
		return c
	}
	boxed := width >= frame.SplitWidth || s.columns() > 1
	room := rooms.Body
	if height >= headHeight {
		head := frame.One(s.heads(width))
		room -= frame.PaneRows(head[0].Lines, boxed)
		c.Body = append(c.Body, head)
	} else {
		boxed = s.columns() > 1
	}
	if boxed {
		room -= 2
	} else {
		room--
	}
	c.Body = append(c.Body, s.block(width, room))
	return c
}

// heads returns both hosts, who took their snapshots and when.
func (s *Screen) heads(width int) []frame.Line {
	lines := []frame.Line{frame.Title("compare", "", false)}
	for i, h := range []snapshot.Head{s.diff.A, s.diff.B} {
		who := brief(h.User)
		if !h.Privileged {
			who += ", not root"
		}
		on := safe.Clean(s.sides[i].Name)
		if name := brief(h.Host); name != on {
			on += " (" + name + ")"
		}
		if h.Root != "/" {
			on += " below " + brief(h.Root)
		}
		row := frame.Row{Prose: true, Cells: []frame.Cell{
			{At: frame.Slot{Col: 1, Width: 1}, Text: safe.Clean(string(rune('A' + i))), Style: theme.Accent},
			{At: frame.Slot{Col: frame.ProseMargin, Width: max(1, width/3)}, Text: on, Style: theme.Strong},
			{At: frame.At(frame.ProseMargin + max(1, width/3) + 2), Text: "by " + who},
		}}
		row.Evidence = safe.Clean(h.Taken.In(s.sh.Now().Location()).Format(time.DateTime))
		if !h.Privileged {
			row.Cells[2].Style = theme.Change
		}
		lines = append(lines, row)
	}
	return lines
}

// block returns the columns that fit, and a column has the focus.
func (s *Screen) block(width, room int) frame.Block {
	m := kit.MillerOf(width, s.shift)
	list := max(1, room-1)
	switch n := s.columns(); {
	case n == 3:
		return m.Block(s.typeRows(m.Types, list), s.itemRows(m.Middle, list), s.valueRows(m.Rest, room))
	case n == 2 && s.focus == valuesColumn:
		return frame.Two(m.Types, s.itemRows(m.Types, list), s.valueRows(m.Rest, room))
	case n == 2:
		return frame.Two(m.Types, s.typeRows(m.Types, list), s.itemRows(m.Rest, list))
	case s.focus == typesColumn:
		return frame.One(s.typeRows(width, list))
	case s.focus == rowsColumn:
		return frame.One(s.itemRows(width, list))
	}
	return frame.One(s.valueRows(width, room))
}

// typeRows returns the types with their counts.
func (s *Screen) typeRows(_, rows int) []frame.Line {
	s.types.Height(rows)
	head := frame.Ruler{
		Title: "types", Evidence: kit.Position(s.types), Focus: s.focus == typesColumn,
		Columns: []frame.Cell{{At: frame.At(frame.Margin), Text: "type"}}, Last: "differ",
	}
	lines := []frame.Line{head.Scrolled(frame.Rows(s.types.Rows()))}
	for _, shown := range s.types.Window() {
		g := shown.Item
		row := frame.Text(brief(g.name()))
		row.Cursor, row.Sign, row.Evidence, row.Sure = shown.Cursor, g.sign(), g.counts(), theme.Name
		row.Selected = s.within[g.Type] > 0
		lines = append(lines, row)
	}
	return lines
}

// itemRows returns the rows of the type under the cursor.
func (s *Screen) itemRows(width, rows int) []frame.Line {
	g := s.group()
	g.list.Height(rows)
	columns := []frame.Column{{Title: "name", Min: 12, Grow: 1}, {Title: "difference", Min: 10, Ideal: 14, Drop: 1}}
	slots := frame.Columns(columns, frame.BoxWidth(width), 0)
	lines := []frame.Line{frame.Titles(columns, slots, s.focus == rowsColumn).Named(brief(g.name()), kit.Position(g.list)).Scrolled(frame.Rows(g.list.Rows()))}
	for _, shown := range g.list.Window() {
		it := shown.Item
		row := frame.Row{Cursor: shown.Cursor, Selected: s.marked[it.Row], Sign: frame.Sign(it.Sign), Muted: it.rest}
		row.Cells = frame.Cells(slots, it.title, it.note())
		for i := range row.Cells[min(1, len(row.Cells)):] {
			row.Cells[i+1].Style = theme.Muted
		}
		lines = append(lines, row)
	}
	if len(lines) == 1 {
		text := s.explained(g)
		if g.list.Total() > 0 {
			text = []safe.Text{g.search.Hides(s.sh, "row", "a sign", "")}
		}
		for _, text := range text {
			lines = append(lines, kit.ProseRows(text, frame.BoxWidth(width))...)
		}
	}
	return lines
}

// message always reports the hidden rows, and counts the differences.
func (s *Screen) message() frame.Message {
	switch {
	case s.compares.Busy():
		return frame.Message{Sign: frame.SignWorks, Text: "comparing " + safe.Clean(s.sides[0].Name) + " with " + safe.Clean(s.sides[1].Name), Evidence: words.Took(s.compares.Took())}
	case s.stages.Busy():
		return frame.Message{Sign: frame.SignWorks, Text: "making drafts for " + safe.Clean(s.sides[1].Name), Evidence: words.Took(s.stages.Took())}
	case s.diff == nil:
		return frame.Message{Sign: frame.SignNeeds, Text: "cannot compare the hosts"}
	}
	text := safe.Text("no rows are hidden")
	if left := leftOut(s.diff.Left()); left != "" {
		begin, end := safe.Text("hidden: "), s.sh.Spell("; {only-findings} shows all")
		if s.all {
			begin, end = "also shown: ", ""
		}
		const margins = 5
		if text = begin + left + end; text.Width() > s.width-margins { // its end would be cut
			text = begin + words.Count(s.diff.Left().Count()) + end
		}
	}
	differ, unknown, _ := s.diff.Counts()
	evidence := words.Count(differ) + kit.Plural(differ, " differs", " differ")
	if unknown > 0 {
		evidence += ", " + words.Count(unknown) + " ?"
	}
	if n := len(s.marked); n > 0 {
		evidence = words.Count(n) + " selected, " + evidence
	}
	return frame.Message{Text: text, Evidence: evidence}
}

// leftOut describes the hidden rows in few words, or returns "".
func leftOut(l snapshot.Left) safe.Text {
	return safe.Clean(strings.Join(words.LeftOut(l, func(noise.Class) string { return "" }), ", "))
}

// empty returns why the list is empty.
func (s *Screen) empty() []safe.Text {
	switch {
	case s.err != nil:
		text := []safe.Text{"ralsh cannot compare the hosts."}
		for line := range strings.Lines(s.err.Error()) {
			text = append(text, brief(strings.TrimSpace(line)))
		}
		return append(text, s.sh.Spell("The host requires a password: {show-command} shows the command to run in a terminal."))
	case s.diff == nil:
		return []safe.Text{"Both hosts are being read."}
	case s.types.Total() > 0:
		return []safe.Text{s.search.Hides(s.sh, "type", "a sign", "")}
	}
	return []safe.Text{"The hosts are equal.", s.sh.Spell("{only-findings} shows all types and the hidden rows.")}
}
