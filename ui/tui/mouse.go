package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// mouse is the state of the mouse. A click performs the same intents as keys,
// so an intent that is unavailable by a key is also unavailable by a click.
type mouse struct {
	on       bool
	x, y     int       // of the last click
	at       time.Time // time of the last click
	dragging bool      // the user drags the border next to pane
	pane     int
	through  bool // the click has opened this screen, and must not open another one
}

// pointer is the mouse on the screens. It performs the intents of keys.
type pointer struct{ *app }

// twoClicks is the maximum time between the clicks of a double click.
const twoClicks = 400 * time.Millisecond

// clickAgainMsg repeats a click on the screen that it opened.
type clickAgainMsg struct{ x, y int }

// spots returns the areas of the screen that react to the mouse.
func (a pointer) spots() []frame.Spot {
	return frame.Spots(a.sh.Mode, a.width, a.height, a.content())
}

func (a pointer) handle(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	outside := m.X < 0 || m.Y < 0 || m.X >= a.width || m.Y >= a.height
	switch msg := msg.(type) {
	case tea.MouseReleaseMsg:
		a.mouse.dragging = false
	case tea.MouseMotionMsg:
		if a.mouse.dragging && !outside {
			return a.drag(m.X)
		}
	case tea.MouseClickMsg:
		switch {
		case m.Button != tea.MouseLeft || outside:
		case a.takesMouse():
			return a.click(m.X, m.Y)
		case a.queue.number != 0:
			a.queue.click = &queuedClick{m.X, m.Y, a.stackTop()}
		}
	case tea.MouseWheelMsg:
		if a.takesMouse() && !outside {
			return a.wheel(msg)
		}
	}
	return nil
}

// clickAgain repeats a click on the screen that it opened.
func (a pointer) clickAgain(msg clickAgainMsg) tea.Cmd {
	if !a.takesMouse() {
		return nil
	}
	a.mouse.through = true
	defer func() { a.mouse.through = false }()
	return a.click(msg.x, msg.y)
}

// takesMouse reports whether the top screen can handle the mouse: no screen is
// being opened, and the terminal has at least the minimum size.
func (a pointer) takesMouse() bool {
	return len(a.stack) > 0 && !a.small() && a.queue.number == 0
}

func (a pointer) click(x, y int) tea.Cmd {
	now := a.sh.Now()
	double := a.mouse.x == x && a.mouse.y == y && now.Sub(a.mouse.at) <= twoClicks
	a.mouse.x, a.mouse.y, a.mouse.at = x, y, now
	spots := a.spots()
	s := frame.SpotAt(spots, x, y, a.width)
	refused := a.notes.refusal()
	cmd := a.clickOn(s, x, y, double, spots)
	a.notes.endRefusal(refused)
	return a.holdKeys(cmd)
}

func (a pointer) clickOn(s frame.Spot, x, y int, double bool, spots []frame.Spot) tea.Cmd {
	switch s.What {
	case frame.OutOfLayer:
		if q, ok := a.top().(kit.Asker); ok && q.Confirms() {
			return nil
		}
		return a.intend(keys.Back)
	case frame.OnCrumb:
		return a.crumbBack(s.Index)
	case frame.OnBadge:
		if s.Tag != "" {
			return a.intend(keys.Intent(s.Tag))
		}
	case frame.OnKey:
		return a.clickKey(keys.Intent(s.Tag), spots)
	case frame.OnBorder:
		a.mouse.dragging, a.mouse.pane = true, s.Pane
	case frame.OnTitle:
		cmd, there := a.focusPane(s.Pane)
		switch {
		case !there:
			return a.clickOther(s, x, y)
		case double && a.unavailable(a.top(), keys.Zoom) == "":
			return tea.Batch(cmd, a.intend(keys.Zoom))
		}
		return cmd
	case frame.OnButton:
		return a.clickButton(s)
	case frame.OnRow:
		return a.clickRow(s, x, y)
	}
	return nil
}

// clickKey performs a key of the line of keys. Keys that change the host, or
// lead to a change, must be pressed.
func (a pointer) clickKey(in keys.Intent, spots []frame.Spot) tea.Cmd {
	switch {
	case in == "":
		return nil
	case in == keys.Apply || in == keys.StageRemoval || in == keys.UndoRun || in == keys.Open && armed(spots):
		return a.cannot(safe.Clean(a.sh.Keys.Key(in)), "works as a key only, not as a click")
	}
	return a.intend(in)
}

// armed reports whether the focused button changes the host.
func armed(spots []frame.Spot) bool {
	for _, s := range spots {
		if s.What == frame.OnButton && s.Focus && arms(s) {
			return true
		}
	}
	return false
}

// arms reports whether a button is an answer with yes.
func arms(s frame.Spot) bool { return strings.HasPrefix(s.Text, "Yes") }

// intend performs an intent, in a field if the user types in it.
func (a *app) intend(in keys.Intent) tea.Cmd {
	if a.top().Typing() && kit.EditsField(in) {
		return a.top().Press(kit.FieldKey(in, tea.KeyPressMsg{}))
	}
	return a.do(in)
}

// clickButton focuses a button, and presses it unless it is an answer with yes,
// which must be pressed by a key.
func (a pointer) clickButton(s frame.Spot) tea.Cmd {
	var cmds []tea.Cmd
	for range 4 {
		for _, now := range a.spots() {
			if now.What == frame.OnButton && now.Y == s.Y && now.X == s.X && now.Focus {
				if !arms(now) {
					cmds = append(cmds, a.do(keys.Open))
				}
				return tea.Batch(cmds...)
			}
		}
		cmds = append(cmds, a.do(keys.NextPane))
	}
	return tea.Batch(cmds...)
}

// clickRow moves the cursor to a row, or opens the row if the cursor was there.
func (a pointer) clickRow(s frame.Spot, x, y int) tea.Cmd {
	row, ok := s.Line.(frame.Row)
	if ok && s.Layer && row.Prose && a.top().Typing() {
		return a.clickValue(y)
	}
	closed := a.closeValues(s)
	focused := s.Focus || a.hasFocus(s.Pane)
	cmds := []tea.Cmd{closed}
	if !focused {
		cmd, there := a.focusPane(s.Pane)
		if !there {
			return a.clickOther(s, x, y)
		}
		cmds = append(cmds, cmd)
	}
	if !ok || row.Prose {
		return tea.Batch(cmds...)
	}
	const mark = 2 // the cells that show whether a row is selected
	selects := x-s.X < mark+b2i(s.Boxed) && a.sh.Keys.Works(a.top().Where(), keys.Select) && !a.top().Typing()
	switch {
	case focused && row.Cursor && !selects:
		if a.mouse.through || armed(a.spots()) {
			return nil
		}
		return a.do(keys.Open)
	case !row.Cursor || !focused:
		cmds = append(cmds, a.moveTo(s.Pane, y)...)
	}
	if selects {
		cmds = append(cmds, a.do(keys.Select))
	}
	return tea.Batch(cmds...)
}

// closeValues closes the values below a field for a click outside.
func (a pointer) closeValues(s frame.Spot) tea.Cmd {
	if s.Layer || !a.top().Typing() {
		return nil
	}
	var open, inside bool
	for _, other := range a.spots() {
		row, ok := other.Line.(frame.Row)
		open, inside = open || other.Layer, inside || ok && other.Layer && row.Cursor
	}
	var cmds []tea.Cmd
	if inside {
		cmds = append(cmds, a.do(keys.Back))
	}
	if open {
		cmds = append(cmds, a.do(keys.Open))
	}
	return tea.Batch(cmds...)
}

// clickValue selects the value below a field in a row of the screen.
func (a pointer) clickValue(y int) tea.Cmd {
	cursor := func() int {
		for _, s := range a.spots() {
			if row, ok := s.Line.(frame.Row); ok && s.Layer && row.Cursor {
				return s.Y
			}
		}
		return -1
	}
	var cmds []tea.Cmd
	for at, last := cursor(), -2; at != last; last, at = at, cursor() {
		switch {
		case at == y:
			return tea.Batch(append(cmds, a.do(keys.Open))...)
		case at < y:
			cmds = append(cmds, a.do(keys.NextValue))
		default:
			cmds = append(cmds, a.do(keys.PreviousValue))
		}
	}
	return tea.Batch(cmds...)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// clickOther opens the screen whose content a pane shows: the types, with the
// cursor on the clicked type, or the screen that enter opens.
func (a pointer) clickOther(s frame.Spot, x, y int) tea.Cmd {
	if s.Tag != "" {
		return tea.Sequence(kit.Pop(1), func() tea.Msg { return kit.SeekMsg{Typ: s.Tag} })
	}
	if sh, ok := a.top().(kit.Shower); ok && sh.Shows(s.Pane) && !a.mouse.through {
		return tea.Sequence(a.do(keys.Open), func() tea.Msg { return clickAgainMsg{x, y} })
	}
	return nil
}

// crumbBack goes back to a part of the breadcrumb, counted from the last. A
// part of the top screen is a step back in it, like for a test among the
// providers of a type.
func (a pointer) crumbBack(fromLast int) tea.Cmd {
	if a.overlaid {
		return nil
	}
	last := fromLast == 0
	for above, i := 0, len(a.stack)-1; i >= 0; above, i = above+1, i-1 {
		fromLast -= 1 + strings.Count(string(a.stack[i].Crumb()), " > ")
		if fromLast < 0 {
			switch {
			case last:
				return nil
			case above == 0:
				return a.intend(keys.Back)
			}
			return a.pop(above)
		}
	}
	return nil
}

// toggle turns the mouse on or off.
func (a pointer) toggle() tea.Cmd {
	a.mouse.on = !a.mouse.on
	if a.mouse.on {
		return a.show(frame.Message{Text: "the mouse is on in ralsh; hold shift to select text"})
	}
	return a.show(frame.Message{Text: "the mouse is off in ralsh"})
}
