// Package eventlog shows the log of commands, reads and messages.
package eventlog

import (
	"cmp"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/sessionlog"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Screen lists commands, reads and messages, with durations.
type Screen struct {
	kit.Browser[sessionlog.Entry]
	slow  bool // sorted by duration
	seen  int
	about int  // width of the widest subject
	few   bool // no column shows the time and the subject, and no foot
}

// New shows the log, with the cursor on its newest entry.
func New(sh *kit.Shared) *Screen {
	s := &Screen{}
	s.Browser = kit.NewBrowser(sh, widget.NewList(
		func(e sessionlog.Entry) string { return strconv.Itoa(e.Number) },
		func(e sessionlog.Entry) string { return string(e.About + " " + e.What) },
		s.compare,
	))
	s.Own, s.Table, s.Row, s.Foot, s.Message, s.Nothing = s.actions, s.table, s.row, s.foot, s.message, s.nothing
	s.Flagged = func(e sessionlog.Entry) bool { return e.Sign != frame.NoSign }
	s.fill()
	s.List.Last()
	return s
}

func (s *Screen) compare(a, b sessionlog.Entry) int {
	if s.slow {
		return cmp.Or(cmp.Compare(b.Took, a.Took), a.Number-b.Number)
	}
	return cmp.Or(a.When.Compare(b.When), a.Number-b.Number)
}

func (s *Screen) fill() {
	s.List.Set(nil)
	s.add(s.Sh.Log.Notes...)
	s.seen = s.Sh.Log.Next
}

func (s *Screen) add(notes ...sessionlog.Entry) {
	s.List.Add(notes...)
	for _, e := range notes {
		s.about = max(s.about, e.About.Width())
	}
}

func (s *Screen) Crumb() safe.Text { return "log" }
func (s *Screen) Alone() bool      { return true }

// ListsErrors implements kit.ErrorLister: the log lists all errors.
func (s *Screen) ListsErrors()      {}
func (s *Screen) Where() keys.Where { return keys.OnLog }

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	for _, e := range s.Sh.Log.Notes {
		if e.Number >= s.seen {
			s.add(e)
		}
	}
	s.seen = s.Sh.Log.Next
	return s.Browser.Update(msg)
}

func (s *Screen) actions() kit.Actions {
	at, ok := s.List.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	noRun := row
	if ok {
		noRun = kit.Unless(at.Run != 0, string(s.Sh.Spell("this line belongs to no run; {history} lists the runs")))
	}
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "open", Disabled: row, Do: func() tea.Cmd { return s.whole(at) }},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.OnlyFindings, Hint: "show problems"},
		{In: keys.Dismiss, Hint: "dismiss"},
		{In: keys.Copy, Hint: "copy", Disabled: row, Do: func() tea.Cmd {
			return func() tea.Msg { return kit.CopyMsg{Text: lineText(at), What: "the line"} }
		}},
		{In: keys.Why, Hint: "sort by time", Do: kit.Does(func() {
			s.slow = !s.slow
			s.fill()
		})},
		{In: keys.UndoRun, Disabled: noRun, Do: func() tea.Cmd { return kit.UndoRun(s.Sh, at.Run, nil) }},
		{In: keys.Refresh, Disabled: kit.Because("the log is always current")},
	}
}

func lineText(e sessionlog.Entry) string {
	text := string(e.About + " " + e.What)
	for _, l := range e.Lines {
		text += "\n" + string(l)
	}
	return text
}

func (s *Screen) whole(e sessionlog.Entry) tea.Cmd {
	return kit.ShowMenu(kit.NewMenu(s.Sh, "line", e.About, append([]safe.Text{e.What}, e.Lines...), "",
		kit.Option{Name: "copy", What: "to the terminal's clipboard", Do: func() tea.Cmd { return kit.SendCopy(lineText(e), "the line") }},
		kit.Option{Name: "back", Do: kit.Back}))
}

// View draws the log. On a wide screen the output has a separate pane below it.
func (s *Screen) View(width, height int) frame.Content {
	if width >= frame.SplitWidth && height >= frame.FootHeight {
		rooms := frame.Arrange(width, height, frame.Foot{})
		most := height / 4
		s.List.Height(rooms.Body - most - 5)
		lines := s.Rows(frame.BoxWidth(width), rooms)
		for len(lines) < rooms.Body-most-4 {
			lines = append(lines, nil)
		}
		output := []frame.Line{frame.Title("output", "", false)}
		if at, ok := s.List.Cursor(); ok {
			output = s.entry(at, frame.BoxWidth(width), most)
		}
		return s.Content(frame.One(lines), frame.One(output))
	}
	return s.Browser.View(width, height)
}

func (s *Screen) table(width int, rooms frame.Layout) kit.Table {
	s.few = rooms.Columns > 0 && rooms.Foot == 0
	t := kit.Table{Title: "log", Last: "took", Room: 9, Columns: []frame.Column{
		{Title: "when", Min: 8, Drop: 2},
		{Title: "about", Min: 12, Ideal: max(17, min(s.about, width/3)), Drop: 1},
		{Title: "event", Min: 10, Grow: 1},
	}}
	switch {
	case rooms.Split:
		t.Columns[0].Min = 12
	case rooms.Columns > 0:
		t.Columns, t.Last, t.Room = t.Columns[2:], "", 0
	}
	if s.slow {
		t.Last = "slowest"
	}
	return t
}

func (s *Screen) row(shown widget.Shown[sessionlog.Entry], slots []frame.Slot) frame.Row {
	e, what := shown.Item, slots[len(slots)-1]
	texts := []safe.Text{e.What}
	if len(slots) > 1 {
		texts = []safe.Text{e.Stamp(slots[0].Width), e.About, e.What}
	}
	r := frame.Row{Cursor: shown.Cursor, Sign: e.Sign, Cells: frame.Cells(slots, texts...)}
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Style = e.Style(c.At == what); c.At == what && !e.Timed {
			c.At.Width = 0 // uses the empty cells of the time
		}
	}
	if len(slots) > 1 {
		r.Evidence = e.TimeTaken()
		if e.Timed && e.Took >= sessionlog.SlowFrom {
			r.Sure = theme.Name
		}
	}
	return r
}

// nothing returns why the log is empty.
func (s *Screen) nothing() safe.Text {
	if s.List.Total() > 0 {
		return s.Search.Hides(s.Sh, "line", "a sign", "")
	}
	return "no events yet"
}

// message counts the errors, and names the log file.
func (s *Screen) message() frame.Message {
	text := "no errors"
	if n := s.Sh.Log.Errors(); n > 0 {
		text = string(words.CountOf(n, "error"))
	}
	if s.Sh.Log.Open > 0 {
		text += ", " + string(words.Count(s.Sh.Log.Open)) + " not dismissed"
	}
	switch session := s.Sh.Session; {
	case s.Sh.Log.Lost != nil:
		text += "; cannot write a log file: " + s.Sh.Log.Lost.Error()
	case session.OwnFiles.Log() != "":
		text += "; file: " + session.OwnFiles.Short(session.OwnFiles.Log())
	default:
		text += "; no log file"
	}
	m := frame.Message{Text: safe.Clean(text)}
	// The message shows the time and the subject if no column and no foot shows
	// them.
	if at, ok := s.List.Cursor(); ok && s.few {
		m.Text = at.Stamp(8) + " " + at.About + "; " + m.Text
		m.Evidence = at.TimeTaken()
	}
	return m
}

func (s *Screen) foot(at sessionlog.Entry, width, _ int) []frame.Line { return s.entry(at, width, 3) }

// entry returns an entry with the last most lines of its output.
func (s *Screen) entry(at sessionlog.Entry, width, most int) []frame.Line {
	title := at.Stamp(12) + " " + at.About
	if width < frame.NarrowWidth && at.Timed {
		title += ", " + words.Took(at.Took)
	}
	var rows safe.Text
	if n := len(at.Lines); n > most {
		rows = kit.RowsText(n-most+1, n, n)
	}
	lines := []frame.Line{frame.Title(title, rows, false)}
	lines = append(lines, kit.RowsOf(at.What, width, 2)...)
	for _, l := range at.Lines[max(0, len(at.Lines)-most):] {
		row := frame.Text(l)
		if at.Sign == frame.SignNeeds { // the output of a failed tool has a bar
			row.Cells = append([]frame.Cell{{At: frame.Slot{Col: 2, Width: 1}, Text: safe.Clean(s.Sh.Mode.Glyphs().Selected), Style: theme.Danger}}, row.Cells...)
		}
		lines = append(lines, row)
	}
	return lines
}
