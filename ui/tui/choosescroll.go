package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// said are all rows of what is to be known before one answers.
func (c *menu) said(width int) []frame.Line {
	var rows []frame.Line
	for _, t := range c.before {
		rows = append(rows, rowsOf(t, width, 4)...)
	}
	if c.command != "" {
		rows = append(rows, commandRows(c.command, width)...)
	}
	return rows
}

// window are the rows of it that are seen in so many, and which they are: "" if
// they are all.
func (c *menu) window(width, height int) ([]frame.Line, safe.Text) {
	rows := c.said(width)
	c.rows, c.height = len(rows), height
	c.top = max(0, min(c.top, c.rows-c.height))
	end := min(c.rows, c.top+c.height)
	if c.rows <= c.height || c.height == 0 {
		return rows[:end], ""
	}
	return rows[c.top:end], rowsSaid(c.top+1, end, c.rows)
}

// scrolls goes through what is to be known, where it is longer than the screen:
// by pages, and by rows where the cursor has no further to go.
func (c *menu) scrolls(in keys.Intent) bool {
	by := 0
	switch in {
	case keys.PageDown:
		by = max(1, c.height-1)
	case keys.PageUp:
		by = -max(1, c.height-1)
	case keys.MoveDown:
		if c.sheet.at == len(c.sheet.lines)-1 {
			by = 1
		}
	case keys.MoveUp:
		if c.sheet.at == 0 {
			by = -1
		}
	}
	top := max(0, min(c.top+by, c.rows-c.height))
	if top == c.top {
		return false
	}
	c.top = top
	return true
}
