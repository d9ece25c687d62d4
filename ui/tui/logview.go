package tui

import (
	"cmp"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// logScreen is what was run, read and said, and how long it took.
type logScreen struct {
	basic
	sh     *shared
	list   *widget.List[logEntry]
	search search
	slow   bool // sorted by time taken
	seen   int
}

func newLog(sh *shared) *logScreen {
	s := &logScreen{sh: sh}
	s.fill()
	s.list.Last()
	return s
}

func (s *logScreen) fill() {
	byTime := func(a, b logEntry) int { return cmp.Or(a.when.Compare(b.when), a.number-b.number) }
	if s.slow {
		byTime = func(a, b logEntry) int { return cmp.Or(cmp.Compare(b.took, a.took), a.number-b.number) }
	}
	s.list = widget.NewList(
		func(e logEntry) string { return strconv.Itoa(e.number) },
		func(e logEntry) string { return string(e.about + " " + e.what) },
		byTime,
	)
	if s.search.field == nil {
		s.search = newSearch(func(f widget.Filter) { s.list.Filter(f) })
	}
	s.list.Filter(widget.ParseFilter(s.search.text()))
	s.only()
	s.list.Add(s.sh.log.notes...)
	s.seen = s.sh.log.next
}

// only shows only lines with a sign, if that was asked for.
func (s *logScreen) only() {
	s.list.Only(nil)
	if s.search.only {
		s.list.Only(func(e logEntry) bool { return e.sign != frame.NoSign })
	}
}

func (s *logScreen) crumb() safe.Text  { return "log" }
func (s *logScreen) alone() bool       { return true }
func (s *logScreen) listsErrors()      {}
func (s *logScreen) where() keys.Where { return keys.OnLog }
func (s *logScreen) typing() bool      { return s.search.typing() }

func (s *logScreen) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *logScreen) chip() safe.Text {
	_, _, n := s.list.Rows()
	return s.search.chip(n, s.list.Total())
}

func (s *logScreen) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	for _, e := range s.sh.log.notes {
		if e.number >= s.seen {
			s.list.Add(e)
		}
	}
	s.seen = s.sh.log.next
	return nil
}

func (s *logScreen) disabled(in keys.Intent) string {
	at, ok := s.list.Cursor()
	switch in {
	case keys.Open, keys.MoveRight, keys.Copy:
		if !ok {
			return noRow
		}
	case keys.UndoRun:
		switch {
		case !ok:
			return noRow
		case at.run == 0:
			return string(s.sh.spell("this line is of no run; {history} lists the runs"))
		}
	case keys.Refresh:
		return "the log grows by itself"
	case keys.NextPane, keys.PreviousPane, keys.Zoom, keys.PaneNarrower, keys.PaneWider, keys.ShowCommand:
		return missing(in)
	}
	return ""
}

func (s *logScreen) do(in keys.Intent) (tea.Cmd, bool) {
	if moves(s.list, in) || s.search.do(in) {
		return nil, true
	}
	switch in {
	case keys.Why:
		s.slow = !s.slow
		s.fill()
	case keys.MoveLeft:
		return pop(1), true
	case keys.UndoRun:
		if at, ok := s.list.Cursor(); ok {
			return undoRun(s.sh, at.run, nil), true
		}
	case keys.OnlyFindings:
		s.search.only = !s.search.only
		s.only()
	case keys.Copy, keys.Open, keys.MoveRight:
		at, ok := s.list.Cursor()
		if !ok {
			return nil, true
		}
		text := string(at.about + " " + at.what)
		for _, l := range at.lines {
			text += "\n" + string(l)
		}
		if in == keys.Copy {
			return func() tea.Msg { return copyMsg{text, "the line"} }, true
		}
		return showMenu(newChoose(s.sh, "line", at.about, append([]safe.Text{at.what}, at.lines...), "",
			option{"copy", "to the terminal's clipboard", func() tea.Cmd { return sent(text, "the line") }},
			option{"back", "", func() tea.Cmd { return pop(1) }})), true
	default:
		return nil, false
	}
	return nil, true
}

func (s *logScreen) view(width, height int) frame.Content {
	foot := s.foot(width)
	rooms := frame.Arrange(width, height, foot)
	s.list.Height(rooms.TableRows())
	when, most, took := 8, 0, 9
	switch {
	case rooms.Split:
		when = 12
	case rooms.Columns > 0:
		most, took = 1, 0
	}
	columns := []frame.Column{
		{Title: "when", Min: when, Drop: 2},
		{Title: "about", Min: 12, Ideal: 17, Drop: 1},
		{Title: "what", Min: 10, Grow: 1},
	}
	slots := frame.Columns(columns, width-took, most)
	head := frame.Titles(columns, slots, true).Named("log", position(s.list)).Scrolled(frame.Rows(s.list.Rows()))
	if took > 0 {
		head.Last = "took"
	}
	if s.slow {
		head.Last = "slowest"
	}
	lines := []frame.Line{head}
	for _, row := range s.list.Window() {
		e := row.Item
		r := frame.Row{Cursor: row.Cursor, Sign: e.sign, Cells: frame.Cells(slots, e.stamp(when), e.about, e.what)}
		for i := range r.Cells {
			r.Cells[i].Style = e.style(r.Cells[i].At == slots[2])
		}
		if took > 0 {
			r.Evidence = e.timeTaken()
			if e.timed && e.took >= slowFrom {
				r.Sure = theme.Name
			}
		}
		lines = append(lines, r)
	}
	if len(lines) == 1 {
		lines = append(lines, rowsOf(s.nothing(), width, 2)...)
	}
	return frame.Content{
		Body: []frame.Block{frame.One(lines)}, Foot: foot, Message: s.message(rooms),
		Keys: keyed(s.sh, "open all of it|filter filter|only-findings only problems|dismiss dismiss|copy copy|why slowest first"),
	}
}

// slowFrom is what stands out among the times.
const slowFrom = time.Second

// style is how a cell of a line looks: what only looked is muted, what changed the host
// is not.
func (e logEntry) style(what bool) theme.Token {
	switch {
	case what && e.acted:
		return theme.Change
	case !what || e.sign == frame.NoSign && !e.acted:
		return theme.Muted
	}
	return theme.Text
}

// nothing says why there is no line.
func (s *logScreen) nothing() safe.Text {
	if s.list.Total() > 0 {
		return s.search.hides(s.sh, "line", "a sign", "")
	}
	return "nothing has been run or read yet"
}
