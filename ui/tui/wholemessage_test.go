package tui

import (
	"strings"
	"testing"

	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
)

// The first w shows a message completely that does not fit, on any screen. The
// next w is about the screen.
func TestACutMessageIsReadByWhy(t *testing.T) {
	text := safe.Clean("EDITOR names /nonexistent/ed: " + strings.Repeat("and that is ", 6) + "not an executable")
	for _, way := range []string{"down", "down enter", "f", "b"} {
		d, _ := drive(t, 80, 24, Options{})
		d.press(way)
		d.send(kit.SayMsg{Text: text, Bad: true})
		d.lacks("not an executable")
		d.press("w")
		d.says("┏━ message", "not an executable")
		d.press("esc w")
		d.lacks("┏━ message")
		d, _ = drive(t, 80, 24, Options{})
		d.press(way)
		d.send(kit.SayMsg{Text: "short", Bad: true})
		d.press("w")
		d.lacks("┏━ message")
	}
}
