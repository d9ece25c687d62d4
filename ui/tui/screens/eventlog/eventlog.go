package eventlog

import (
	"cmp"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// Screen lists what was run, read and reported, with durations.
type Screen struct {
	kit.Basic
	sh     *kit.Shared
	list   *widget.List[kit.LogEntry]
	search kit.Search
	slow   bool // sorted by duration
	seen   int
	about  int // width of the widest subject
}

// New shows the log, with the cursor on its newest entry.
func New(sh *kit.Shared) *Screen {
	s := &Screen{sh: sh}
	s.fill()
	s.list.Last()
	return s
}

func (s *Screen) fill() {
	byTime := func(a, b kit.LogEntry) int { return cmp.Or(a.When.Compare(b.When), a.Number-b.Number) }
	if s.slow {
		byTime = func(a, b kit.LogEntry) int { return cmp.Or(cmp.Compare(b.Took, a.Took), a.Number-b.Number) }
	}
	s.list = widget.NewList(
		func(e kit.LogEntry) string { return strconv.Itoa(e.Number) },
		func(e kit.LogEntry) string { return string(e.About + " " + e.What) },
		byTime,
	)
	if s.search.Field == nil {
		s.search = kit.NewSearch(func(f widget.Filter) { s.list.Filter(f) })
	}
	s.list.Filter(widget.ParseFilter(s.search.Text()))
	s.only()
	s.add(s.sh.Log.Notes...)
	s.seen = s.sh.Log.Next
}

func (s *Screen) add(notes ...kit.LogEntry) {
	s.list.Add(notes...)
	for _, e := range notes {
		s.about = max(s.about, e.About.Width())
	}
}

// only hides entries without a sign if requested.
func (s *Screen) only() {
	s.list.Only(nil)
	if s.search.Only {
		s.list.Only(func(e kit.LogEntry) bool { return e.Sign != frame.NoSign })
	}
}

func (s *Screen) Crumb() safe.Text { return "log" }
func (s *Screen) Alone() bool      { return true }

// ListsErrors implements kit.ErrorLister: the log lists all errors.
func (s *Screen) ListsErrors()      {}
func (s *Screen) Where() keys.Where { return keys.OnLog }
func (s *Screen) Typing() bool      { return s.search.Typing() }

func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.search.Press(key) }

func (s *Screen) Chip() safe.Text {
	_, _, n := s.list.Rows()
	return s.search.Chip(n, s.list.Total())
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.search.Paste(msg)
	for _, e := range s.sh.Log.Notes {
		if e.Number >= s.seen {
			s.add(e)
		}
	}
	s.seen = s.sh.Log.Next
	return nil
}

func (s *Screen) DisabledReason(in keys.Intent) string { return s.actions().DisabledReason(in) }

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if kit.MoveList(s.list, in) || s.search.Do(in) {
		return nil, true
	}
	return s.actions().Do(in)
}

func (s *Screen) actions() kit.Actions {
	at, ok := s.list.Cursor()
	row := kit.Unless(ok, kit.NoRow)
	noRun := row
	if ok {
		noRun = kit.Unless(at.Run != 0, string(s.sh.Spell("this line is of no run; {history} lists the runs")))
	}
	return kit.Actions{
		{In: keys.Open, Also: keys.MoveRight, Hint: "all of it", Disabled: row, Do: func() tea.Cmd { return s.whole(at) }},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.OnlyFindings, Hint: "only problems", Do: kit.Does(func() {
			s.search.Only = !s.search.Only
			s.only()
		})},
		{In: keys.Dismiss, Hint: "dismiss"},
		{In: keys.Copy, Hint: "copy", Disabled: row, Do: func() tea.Cmd {
			return func() tea.Msg { return kit.CopyMsg{Text: lineText(at), What: "the line"} }
		}},
		{In: keys.Why, Hint: "slowest first", Do: kit.Does(func() {
			s.slow = !s.slow
			s.fill()
		})},
		{In: keys.MoveLeft, Do: kit.Back},
		{In: keys.UndoRun, Disabled: noRun, Do: func() tea.Cmd { return kit.UndoRun(s.sh, at.Run, nil) }},
		{In: keys.Refresh, Disabled: kit.Because("the log grows by itself")},
	}
}

// lineText returns the text of an entry with its output.
func lineText(e kit.LogEntry) string {
	text := string(e.About + " " + e.What)
	for _, l := range e.Lines {
		text += "\n" + string(l)
	}
	return text
}

// whole shows the complete entry.
func (s *Screen) whole(e kit.LogEntry) tea.Cmd {
	return kit.ShowMenu(kit.NewMenu(s.sh, "line", e.About, append([]safe.Text{e.What}, e.Lines...), "",
		kit.Option{Name: "copy", What: "to the terminal's clipboard", Do: func() tea.Cmd { return kit.SendCopy(lineText(e), "the line") }},
		kit.Option{Name: "back", Do: kit.Back}))
}

func (s *Screen) View(width, height int) frame.Content {
	foot := s.foot(width, 3)
	var output []frame.Line
	if width >= frame.SplitWidth && height >= frame.FootHeight {
		foot = frame.Foot{}
		output = s.foot(frame.BoxWidth(width), height/4).Lines
	}
	rooms := frame.Arrange(width, height, foot)
	cells, listed := width, rooms.TableRows()
	if len(output) > 0 {
		cells, listed = frame.BoxWidth(width), max(1, rooms.Body-height/4-5)
	}
	s.list.Height(listed)
	when, most, took := 8, 0, 9
	switch {
	case rooms.Split:
		when = 12
	case rooms.Columns > 0:
		most, took = 1, 0
	}
	columns := []frame.Column{
		{Title: "when", Min: when, Drop: 2},
		{Title: "about", Min: 12, Ideal: max(17, min(s.about, cells/3)), Drop: 1},
		{Title: "what", Min: 10, Grow: 1},
	}
	slots := frame.Columns(columns, cells-took, most)
	head := frame.Titles(columns, slots, true).Named("log", kit.Position(s.list)).Scrolled(frame.Rows(s.list.Rows()))
	if took > 0 {
		head.Last = "took"
	}
	if s.slow {
		head.Last = "slowest"
	}
	lines := []frame.Line{head}
	for _, row := range s.list.Window() {
		e := row.Item
		r := frame.Row{Cursor: row.Cursor, Sign: e.Sign, Cells: frame.Cells(slots, e.Stamp(when), e.About, e.What)}
		for i := range r.Cells {
			r.Cells[i].Style = e.Style(r.Cells[i].At == slots[2])
			if !e.Timed && r.Cells[i].At == slots[2] {
				r.Cells[i].At.Width = 0 // uses the empty cells of the time
			}
		}
		if took > 0 {
			r.Evidence = e.TimeTaken()
			if e.Timed && e.Took >= kit.SlowFrom {
				r.Sure = theme.Name
			}
		}
		lines = append(lines, r)
	}
	if len(lines) == 1 {
		lines = append(lines, kit.RowsOf(s.nothing(), cells, 2)...)
	}
	body := []frame.Block{frame.One(lines)}
	if len(output) > 0 {
		for len(lines) < listed+1 {
			lines = append(lines, nil)
		}
		body = []frame.Block{frame.One(lines), frame.One(output)}
	}
	return frame.Content{
		Body: body, Foot: foot, Message: s.message(rooms),
		Keys: s.actions().Keys(s.sh),
	}
}

// nothing returns why there are no entries.
func (s *Screen) nothing() safe.Text {
	if s.list.Total() > 0 {
		return s.search.Hides(s.sh, "line", "a sign", "")
	}
	return "nothing has been run or read yet"
}

// message counts the errors, and names the log file.
func (s *Screen) message(rooms frame.Layout) frame.Message {
	text := "no errors"
	if n := s.sh.Log.Errors(); n > 0 {
		text = string(widget.CountOf(n, "error"))
	}
	if s.sh.Log.Open > 0 {
		text += ", " + string(widget.Count(s.sh.Log.Open)) + " not dismissed"
	}
	switch session := s.sh.Session; {
	case s.sh.Log.Lost != nil:
		text += "; in no file: " + s.sh.Log.Lost.Error()
	case session.LogFile() != "":
		text += "; file: " + session.ShortPath(session.LogFile())
	default:
		text += "; in no file"
	}
	m := frame.Message{Text: safe.Clean(text)}
	// If neither a column nor the foot shows the time and the subject, the
	// message does.
	if at, ok := s.list.Cursor(); ok && rooms.Columns > 0 && rooms.Foot == 0 {
		m.Text = at.Stamp(8) + " " + at.About + "; " + m.Text
		m.Evidence = at.TimeTaken()
	}
	return m
}

// foot returns the entry under the cursor with the last most lines of its
// output.
func (s *Screen) foot(width, most int) frame.Foot {
	at, ok := s.list.Cursor()
	if !ok {
		return frame.Foot{}
	}
	title := at.Stamp(12) + " " + at.About
	if width < frame.NarrowWidth && at.Timed {
		title += ", " + widget.Took(at.Took)
	}
	var rows safe.Text
	if n := len(at.Lines); n > most {
		rows = kit.RowsSaid(n-most+1, n, n)
	}
	lines := []frame.Line{frame.Title(title, rows, false)}
	lines = append(lines, kit.RowsOf(at.What, width, 2)...)
	for _, l := range at.Lines[max(0, len(at.Lines)-most):] {
		row := frame.Text(l)
		if at.Sign == frame.SignNeeds { // the output of a failed tool has a bar
			row.Cells = append([]frame.Cell{{At: frame.Slot{Col: 2, Width: 1}, Text: safe.Clean(s.sh.Mode.Glyphs().Selected), Style: theme.Danger}}, row.Cells...)
		}
		lines = append(lines, row)
	}
	return frame.Foot{Lines: lines}
}
