package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// said are all rows of what is to be known before one answers.
func (m *menu) said(width int) []frame.Line {
	var rows []frame.Line
	for _, t := range m.before {
		rows = append(rows, rowsOf(t, width, 4)...)
	}
	if m.command != "" {
		rows = append(rows, commandRows(m.command, width)...)
	}
	return rows
}

// window are the rows of it that are seen in so many, and which they are: "" if
// they are all.
func (m *menu) window(width, height int) ([]frame.Line, safe.Text) {
	rows := m.said(width)
	m.rows, m.height = len(rows), height
	m.top = max(0, min(m.top, m.rows-m.height))
	end := min(m.rows, m.top+m.height)
	if m.rows <= m.height || m.height == 0 {
		return rows[:end], ""
	}
	return rows[m.top:end], rowsSaid(m.top+1, end, m.rows)
}

// scrolls goes through what is to be known, where it is longer than the screen:
// by pages, and by rows where the cursor has no further to go.
func (m *menu) scrolls(in keys.Intent) bool {
	by := 0
	switch in {
	case keys.PageDown:
		by = max(1, m.height-1)
	case keys.PageUp:
		by = -max(1, m.height-1)
	case keys.MoveDown:
		if m.page.at == len(m.page.lines)-1 {
			by = 1
		}
	case keys.MoveUp:
		if m.page.at == 0 {
			by = -1
		}
	}
	top := max(0, min(m.top+by, m.rows-m.height))
	if top == m.top {
		return false
	}
	m.top = top
	return true
}
