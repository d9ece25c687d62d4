package instancelist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// detailed reports whether the row under the cursor stands beside the list.
func (s *Screen) detailed() bool { return s.width >= kit.MillerWidth && !s.zoom }

// roomy reports whether the pane beside the list has room for more than what is so.
func (s *Screen) roomy() bool {
	return s.detailed() && frame.BoxWidth(kit.MillerOf(s.width, s.shift).Rest) >= moreWidth
}

// plainList says that nothing stands beside the list, so that nothing of a row need be
// found out.
func (s *Screen) plainList() bool { return !s.detailed() && !s.page }

// nextPane gives the focus to the next column: types, instances, detail. The types are
// a screen of their own.
func (s *Screen) nextPane(by int) tea.Cmd {
	switch {
	case s.narrow:
		s.page = !s.page
	case s.beside.Focus && by < 0:
		s.beside.Focus = false
	case !s.beside.Focus && by > 0 && s.detailed():
		s.beside.Focus = true
	default:
		return kit.Pop(1)
	}
	return nil
}
