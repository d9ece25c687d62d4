package tui

import (
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kit"
)

// keyQueue keeps keys back that were typed ahead of a screen that is just being put
// on the stack: they are meant for that one. It waits for the command that the
// last key gave, and not longer than a moment.
type keyQueue struct {
	number int // of the command that is waited for; 0 is none
	last   int
	keys   []tea.KeyPressMsg
	click  *heldClick // that came meanwhile, the last one; nil is none
}

// heldClick is a click that waits too. It is meant for the screen that was seen then,
// and is skipped where another one came.
type heldClick struct {
	x, y int
	top  kit.Screen
}

// keyQueueTimeout is the longest that a key is kept back, so that slow work never
// makes the keys slow.
const keyQueueTimeout = 50 * time.Millisecond

type (
	// queuedCmdMsg is what the command gave.
	queuedCmdMsg struct {
		number int
		msg    tea.Msg
	}
	// releaseMsg is the end of the moment.
	releaseMsg struct{ number int }
)

// holding waits for a command that came of a key.
func (a *app) holding(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	a.hold.last++
	number := a.hold.last
	a.hold.number = number
	return tea.Batch(
		func() tea.Msg { return queuedCmdMsg{number, cmd()} },
		a.sh.Wait(keyQueueTimeout, releaseMsg{number}),
	)
}

// held does what the command gave. What is for Bubble Tea itself goes back to it.
func (a *app) held(msg queuedCmdMsg) tea.Cmd {
	var cmd tea.Cmd
	switch inner := msg.msg.(type) {
	case nil:
	case kit.PushMsg, kit.MenuMsg, kit.PopMsg, kit.ReplaceMsg, kit.NavigateMsg, kit.SayMsg:
		cmd = a.route(inner)
	default:
		cmd = func() tea.Msg { return inner }
	}
	return tea.Batch(cmd, a.release(msg.number))
}

// release gives the keys that were kept back to the screen that is there now.
func (a *app) release(number int) tea.Cmd {
	if a.hold.number != number {
		return nil
	}
	a.hold.number = 0
	var cmds []tea.Cmd
	for len(a.hold.keys) > 0 && a.hold.number == 0 {
		key := a.hold.keys[0]
		a.hold.keys = a.hold.keys[1:]
		cmds = append(cmds, a.press(key))
	}
	if c := a.hold.click; c != nil && a.hold.number == 0 {
		a.hold.click = nil
		if a.stackTop() == c.top && a.takesMouse() {
			cmds = append(cmds, a.click(c.x, c.y))
		}
	}
	return tea.Batch(cmds...)
}

// escaped distinguishes esc and a key that followed it immediately from a key that was
// pressed with alt: a terminal writes the same bytes for both, and no key here
// needs alt. Two esc at once are two. The arrows and what else has bytes of its own are not meant.
func escaped(key tea.KeyPressMsg) (esc, then tea.KeyPressMsg, ok bool) {
	if !key.Mod.Contains(tea.ModAlt) {
		return key, key, false
	}
	then = key
	then.Mod &^= tea.ModAlt
	switch {
	case key.Code == tea.KeyEscape, key.Code == tea.KeyEnter, key.Code == tea.KeyTab, key.Code == tea.KeyBackspace, key.Code == tea.KeySpace:
	case then.Mod.Contains(tea.ModCtrl):
	case unicode.IsPrint(key.Code):
		r := key.Code
		if then.Mod.Contains(tea.ModShift) && key.ShiftedCode != 0 {
			r = key.ShiftedCode
		}
		then.Text = string(r)
	default:
		return key, key, false
	}
	if key.Code == tea.KeySpace {
		then.Text = " "
	}
	return tea.KeyPressMsg{Code: tea.KeyEscape}, then, true
}
