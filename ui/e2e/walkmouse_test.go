package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// click reports a click on a text to the program as a terminal does (SGR, 1006): the
// press and the release.
func (w walk) click(text, then string) {
	w.t.Helper()
	for y, line := range strings.Split(w.see(text), "\n") {
		if at := strings.Index(line, text); at >= 0 {
			x := ansi.StringWidth(line[:at]) + 1
			w.term.Type(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
			break
		}
	}
	w.see(then)
}

// TestWalkMouse goes from the types to an instance and back with the mouse only,
// which a key enables. Clicks outside the screen are ignored.
func TestWalkMouse(t *testing.T) {
	t.Parallel()
	w, _, parent := demo(t, ordinary(), 120, 36)
	w.see("demo   "+parent, "user")
	w.press("Escape", "step 1 of 5")
	w.press("M", "the mouse is on in ralsh")
	w.click("  host   ", "▌   host")
	w.click("  host   ", "types › host")
	w.click("localhost   ", "▌   localhost")
	w.click("localhost   ", "types › host › localhost")
	w.term.Type("\x1b[<0;500;500M\x1b[<0;500;500m\x1b[<64;0;0M")
	w.click("host › ", "types › host  ")
	w.click("? help", "keys of this screen")
	w.click("demo ", "1 of ") // next to help
	w.click(parent, "facts")
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}
