package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// drag moves the border next to a pane to a column, with the intents of the
// keys < and >.
func (a pointer) drag(x int) tea.Cmd {
	var cmds []tea.Cmd
	edge := func() int {
		for _, s := range a.spots() {
			if s.Pane == a.mouse.pane && s.Boxed {
				return s.X + s.Width
			}
		}
		return x
	}
	in := keys.PaneWider
	if edge() > x {
		in = keys.PaneNarrower
	}
	const most = 60
	for range most {
		at := edge()
		if in == keys.PaneWider && at >= x || in == keys.PaneNarrower && at <= x || a.unavailable(a.top(), in) != "" {
			break
		}
		cmds = append(cmds, a.do(in))
		if edge() == at {
			break
		}
	}
	return tea.Batch(cmds...)
}

// wheel scrolls the pane under the pointer by three rows, without moving the
// focus. It has no effect if all rows of the pane are visible.
func (a pointer) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	in := keys.MoveDown
	switch msg.Button {
	case tea.MouseWheelUp:
		in = keys.MoveUp
	case tea.MouseWheelDown:
	default:
		return nil
	}
	if a.top().Typing() {
		in = map[keys.Intent]keys.Intent{keys.MoveDown: keys.NextValue, keys.MoveUp: keys.PreviousValue}[in]
		if !a.overlaid {
			return nil
		}
	}
	s := frame.SpotAt(a.spots(), msg.X, msg.Y, a.width)
	if s.What == frame.Nothing || s.What == frame.OutOfLayer || s.Scroll.Whole() {
		return nil
	}
	before := a.focused()
	var cmds []tea.Cmd
	elsewhere := before >= 0 && before != s.Pane
	if elsewhere {
		cmd, there := a.focusPane(s.Pane)
		if !there {
			return nil
		}
		cmds = append(cmds, cmd)
	}
	const rows = 3
	for range rows {
		cmds = append(cmds, a.do(in))
	}
	if elsewhere {
		back, _ := a.focusPane(before)
		cmds = append(cmds, back)
	}
	return tea.Batch(cmds...)
}
