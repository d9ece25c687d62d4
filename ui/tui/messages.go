package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/sessionlog"
	"ralsh/ui/words"
)

// messages holds the messages that replace the message of the top screen. Info
// fades; errors stay until they are dismissed.
type messages struct {
	info   frame.Message
	shown  bool
	number int // of the info, so that an old timer does not fade a new one
	errors []failure
	hint   bool      // show the hint of the first start
	read   safe.Text // the last message that was shown completely
}

// whole returns a menu with the whole message if it does not fit on the line,
// once for each message. Otherwise it returns nil.
func (ms *messages) whole(sh *kit.Shared, width int, top kit.Screen) *kit.Menu {
	m, ok := ms.message(sh, top)
	before := []safe.Text{m.Text}
	if all := ms.all(top); len(all) > 1 && !ms.shown {
		before = listed(sh, all)
	} else if !m.Cut(width) {
		ok = false
	}
	if !ok || m.Text == ms.read {
		return nil
	}
	ms.read = m.Text
	return kit.NewMenu(sh, "message", "message", before, "",
		kit.Option{Name: "copy", What: "to the terminal's clipboard", Do: func() tea.Cmd { return kit.SendCopy(string(m.Text), "the message") }},
		kit.Option{Name: "back", What: "", Do: kit.Back})
}

// all returns the details of the error that is shown.
func (ms *messages) all(top kit.Screen) []safe.Text {
	if i := ms.last(top); i >= 0 {
		return ms.errors[i].all
	}
	return nil
}

// failure is an error that was not dismissed.
type failure struct {
	message frame.Message
	about   string      // SayMsg.About
	all     []safe.Text // SayMsg.All
	on      kit.Screen  // the screen on which it occurred
}

// last returns the index of the error that is shown on a screen, or -1. It is
// the newest error, or the newest error of the screen if the message of the
// screen takes precedence.
func (ms *messages) last(top kit.Screen) int {
	own, ok := top.(kit.Speaker)
	first := ok && own.Speaks()
	for i, f := range slices.Backward(ms.errors) {
		if !first || f.on == top {
			return i
		}
	}
	return -1
}

// outlast lets the message of a screen take precedence over its earlier errors.
func (ms *messages) outlast(s kit.Screen) {
	for i := range ms.errors {
		if ms.errors[i].on == s {
			ms.errors[i].on = nil
		}
	}
}

// settle removes the errors about a subject that is good now.
func (ms *messages) settle(about string) {
	ms.errors = slices.DeleteFunc(ms.errors, func(f failure) bool { return about != "" && f.about == about })
}

// refusal returns the number of the shown message that a key is unavailable, or
// 0.
func (ms *messages) refusal() int {
	if ms.shown && ms.info.Sign == frame.SignCannot {
		return ms.number
	}
	return 0
}

// endRefusal removes such a message after another key worked, because it is
// about the previous key.
func (ms *messages) endRefusal(refused int) {
	if refused != 0 && refused == ms.number {
		ms.shown = false
	}
}

type fadeMsg struct{ number int }

func (ms *messages) fade(msg fadeMsg) {
	if msg.number == ms.number {
		ms.shown = false
	}
}

// forget removes info and the hint, because they were about a different screen.
// Errors stay.
func (ms *messages) forget() { ms.shown, ms.hint = false, false }

// any reports whether a message can be dismissed.
func (ms *messages) any(top kit.Screen) bool { return ms.shown || ms.last(top) >= 0 || ms.hint }

// dismiss removes the shown message, and reports whether a message was shown.
func (ms *messages) dismiss(top kit.Screen) bool {
	switch i := ms.last(top); {
	case ms.shown:
		ms.shown = false
	case i >= 0:
		ms.errors = slices.Delete(ms.errors, i, i+1)
	case ms.hint:
		ms.hint = false
	default:
		return false
	}
	return true
}

// message returns the message that replaces the message of the screen.
func (ms *messages) message(sh *kit.Shared, top kit.Screen) (frame.Message, bool) {
	_, lists := top.(kit.ErrorLister)
	switch i := ms.last(top); {
	case ms.shown:
		return ms.info, true
	case top.Typing() && !formIdle(top):
		return frame.Message{}, false
	case i >= 0 && !lists:
		m := ms.errors[i].message
		if len(ms.errors) > 1 {
			m.Evidence = words.Count(len(ms.errors)) + " not dismissed"
		}
		return m, true
	case ms.hint:
		return frame.Message{Text: sh.Spell("{why} explains, {jump} jumps, {help} lists the keys.  {dismiss} hides this")}, true
	}
	return frame.Message{}, false
}

// formIdle reports whether a screen has a form without an open field. The
// message of the screen is then not about typed text.
func formIdle(s kit.Screen) bool {
	form, ok := s.(interface{ Idle() bool })
	return ok && form.Idle()
}

func (a *app) say(msg kit.SayMsg) tea.Cmd {
	if msg.Bad {
		m := frame.Message{Sign: frame.SignNeeds, Text: msg.Text, Evidence: msg.Took}
		a.notes.settle(msg.About)
		a.notes.errors = append(a.notes.errors, failure{m, msg.About, msg.All, a.stackTop()})
		a.sh.Log.Open = len(a.notes.errors)
		a.sh.Log.Add(sessionlog.Entry{When: a.sh.Now(), Sign: frame.SignNeeds, About: "message", What: msg.Text})
		if len(msg.All) > 1 {
			a.logged(msg.All)
		}
		return nil
	}
	return a.show(frame.Message{Sign: msg.Sign, Text: msg.Text, Evidence: msg.Took})
}

// show shows a message that fades, and logs it.
func (a *app) show(m frame.Message) tea.Cmd {
	a.sh.Log.Add(sessionlog.Entry{When: a.sh.Now(), Sign: m.Sign, About: "message", What: m.Text})
	a.notes.info, a.notes.shown = m, true
	a.notes.number++
	return a.sh.Wait(kit.FadeAfter, fadeMsg{a.notes.number})
}

// cannot reports why an intent does not work here.
func (a *app) cannot(key, why safe.Text) tea.Cmd {
	return a.show(frame.Message{Sign: frame.SignCannot, Text: key + ": " + why})
}

// copy copies text to the terminal's clipboard.
func (a *app) copy(msg kit.CopyMsg) tea.Cmd {
	lines := strings.Count(strings.TrimSuffix(msg.Text, "\n"), "\n") + 1
	text := "sent " + words.CountOf(lines, "line") + " to the terminal's clipboard (OSC 52); paste to check"
	return tea.Batch(tea.SetClipboard(msg.Text), a.show(frame.Message{Text: text}))
}

// maxListed is the maximum number of details of a message that its why shows.
const maxListed = 6

// listed returns the first details of a message, and the number of the
// remaining details.
func listed(sh *kit.Shared, all []safe.Text) []safe.Text {
	if len(all) <= maxListed {
		return all
	}
	rest := words.Count(len(all)-maxListed) + sh.Spell(" more: {log} lists all")
	return append(append([]safe.Text(nil), all[:maxListed]...), rest)
}

// logged logs each of the details of a message.
func (a *app) logged(all []safe.Text) {
	for _, text := range all {
		a.sh.Log.Add(sessionlog.Entry{When: a.sh.Now(), Sign: frame.SignNeeds, About: "plugin", What: text})
	}
}
