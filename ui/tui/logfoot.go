package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// message counts the errors, and says in which file the log is.
func (s *logScreen) message(rooms frame.Layout) frame.Message {
	text := "no errors"
	if n := s.sh.log.errors(); n > 0 {
		text = string(widget.CountOf(n, "error"))
	}
	if s.sh.log.open > 0 {
		text += ", " + string(widget.Count(s.sh.log.open)) + " not dismissed"
	}
	switch session := s.sh.session; {
	case s.sh.log.lost != nil:
		text += "; in no file: " + s.sh.log.lost.Error()
	case session.LogFile() != "":
		text += "; file: " + session.ShortPath(session.LogFile())
	default:
		text += "; in no file"
	}
	m := frame.Message{Text: safe.Clean(text)}
	// Where neither a column nor the foot says when and about what, this line does.
	if at, ok := s.list.Cursor(); ok && rooms.Columns > 0 && rooms.Foot == 0 {
		m.Text = at.stamp(8) + " " + at.about + "; " + m.Text
		m.Evidence = at.timeTaken()
	}
	return m
}

func (s *logScreen) foot(width int) frame.Foot {
	at, ok := s.list.Cursor()
	if !ok {
		return frame.Foot{}
	}
	title := at.stamp(12) + " " + at.about
	if width < frame.NarrowWidth && at.timed {
		title += ", " + widget.Took(at.took)
	}
	var rows safe.Text
	if n := len(at.lines); n > 3 {
		rows = rowsSaid(n-2, n, n)
	}
	lines := []frame.Line{frame.Title(title, rows, false)}
	lines = append(lines, rowsOf(at.what, width, 2)...)
	for _, l := range at.lines[max(0, len(at.lines)-3):] {
		row := frame.Text(l)
		if at.sign == frame.SignNeeds { // what a tool said that failed stands behind a bar
			row.Cells = append([]frame.Cell{{At: frame.Slot{Col: 2, Width: 1}, Text: safe.Clean(s.sh.mode.Glyphs().Selected), Style: theme.Danger}}, row.Cells...)
		}
		lines = append(lines, row)
	}
	return frame.Foot{Lines: lines}
}
