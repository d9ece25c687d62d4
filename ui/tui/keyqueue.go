package tui

import (
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kit"
)

// keyQueue delays keys that are typed while a new screen is being opened, so
// that they reach that screen. It waits for the command of the last key, at
// most keyQueueTimeout.
type keyQueue struct {
	number int // of the awaited command; 0 means none
	last   int
	keys   []tea.KeyPressMsg
	click  *queuedClick // the last click meanwhile; nil means none
}

// queuedClick is a delayed click. It is meant for the screen on which it was
// made, and is dropped if the top screen changed.
type queuedClick struct {
	x, y int
	top  kit.Screen
}

// keyQueueTimeout is the maximum delay of a key, so that slow work never makes
// the keys slow.
const keyQueueTimeout = 50 * time.Millisecond

type (
	// queuedCmdMsg is the result of the awaited command.
	queuedCmdMsg struct {
		number int
		msg    tea.Msg
	}
	// releaseMsg is the end of the timeout.
	releaseMsg struct{ number int }
)

// holdKeys delays keys until the command of a key has returned.
func (a *app) holdKeys(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	a.queue.last++
	number := a.queue.last
	a.queue.number = number
	return tea.Batch(
		func() tea.Msg { return queuedCmdMsg{number, cmd()} },
		a.sh.Wait(keyQueueTimeout, releaseMsg{number}),
	)
}

// queuedCmdDone handles the result of the awaited command. Messages for Bubble
// Tea are sent back to it.
func (a *app) queuedCmdDone(msg queuedCmdMsg) tea.Cmd {
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

// release passes the delayed keys to the current top screen.
func (a *app) release(number int) tea.Cmd {
	if a.queue.number != number {
		return nil
	}
	a.queue.number = 0
	var cmds []tea.Cmd
	for len(a.queue.keys) > 0 && a.queue.number == 0 {
		key := a.queue.keys[0]
		a.queue.keys = a.queue.keys[1:]
		cmds = append(cmds, a.press(key))
	}
	if c := a.queue.click; c != nil && a.queue.number == 0 {
		a.queue.click = nil
		if a.stackTop() == c.top && (pointer{a}).takesMouse() {
			cmds = append(cmds, pointer{a}.click(c.x, c.y))
		}
	}
	return tea.Batch(cmds...)
}

// escaped splits a key with alt into esc and the key, because a terminal sends
// the same bytes for both, and no key binding needs alt. alt+esc is esc twice.
// Keys with separate byte sequences, like the arrows, are not split.
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
