package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// Welcome is what is said of a host that is not the machine, for screens of 100
// columns and more, and for narrower ones. None is said when it is empty.
type Welcome struct{ Wide, Narrow safe.Text }

// welcomeMessage is the welcome as the message line. It stays until it is dismissed or the
// host was changed, and comes back by its name. Screens below the first one say their own first.
type welcomeMessage struct {
	Welcome
	shown bool
	asked bool // it came back by its name
}

func newGreeting(w Welcome) welcomeMessage { return welcomeMessage{Welcome: w, shown: w.Wide != ""} }

// said reports whether there is a welcome at all.
func (w *welcomeMessage) said() bool { return w.Wide != "" }

func (w *welcomeMessage) ask() { w.shown, w.asked = true, true }

func (w *welcomeMessage) dismiss() { w.shown, w.asked = false, false }

// message is the welcome, with the evidence of what the screen itself says.
func (w *welcomeMessage) message(width int, first bool, own frame.Message) (frame.Message, bool) {
	if !w.shown || !first && own.Text != "" {
		return frame.Message{}, false
	}
	m := frame.Message{Text: w.Wide}
	if width < frame.SplitWidth {
		m.Text = w.Narrow
	}
	return m, true
}
