package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// hasFocus reports whether a pane has the focus, or no pane has it, as on a
// screen with a single pane.
func (a pointer) hasFocus(pane int) bool {
	for _, s := range a.spots() {
		if s.Focus && s.What != frame.OnButton {
			return s.Pane == pane
		}
	}
	return true
}

// moveTo moves the cursor of the focused pane row by row until it is on the row
// of the screen, or on the row that continues there.
func (a pointer) moveTo(pane, y int) []tea.Cmd {
	var cmds []tea.Cmd
	step := func(in keys.Intent) int {
		cmds = append(cmds, a.do(in))
		return a.cursorRow(pane)
	}
	down, up := keys.MoveDown, keys.MoveUp
	if a.top().Typing() {
		down, up = keys.NextValue, keys.PreviousValue
	}
	at := a.cursorRow(pane)
	for last := -1; at >= 0 && at < y && at != last; {
		last = at
		if at = step(down); at > y {
			step(up)
			return cmds
		}
	}
	for last := -1; at > y && at != last; {
		last = at
		at = step(up)
	}
	return cmds
}

// cursorRow returns the row of the screen with the cursor of a pane, or -1.
func (a pointer) cursorRow(pane int) int {
	for _, s := range a.spots() {
		if row, ok := s.Line.(frame.Row); ok && s.What == frame.OnRow && s.Pane == pane && row.Cursor {
			return s.Y
		}
	}
	return -1
}

// focusPane focuses a pane, as tab does, and reports whether tab reaches it.
func (a pointer) focusPane(pane int) (cmd tea.Cmd, there bool) {
	has := func() (focus, panes int) {
		focus = -1
		for _, s := range a.spots() {
			if s.Focus && s.What != frame.OnButton {
				focus = s.Pane
			}
			panes = max(panes, s.Pane+1)
		}
		return focus, panes
	}
	at, n := has()
	if at < 0 {
		return nil, true
	}
	if at != pane && a.unavailable(a.top(), keys.NextPane) != "" {
		return nil, false
	}
	var cmds []tea.Cmd
	for range n {
		if at == pane {
			break
		}
		cmds = append(cmds, a.do(keys.NextPane))
		at, _ = has()
	}
	return tea.Batch(cmds...), at == pane
}

// focused returns the pane with the focus, or -1.
func (a pointer) focused() int {
	for _, s := range a.spots() {
		if s.Focus && s.What != frame.OnButton {
			return s.Pane
		}
	}
	return -1
}
