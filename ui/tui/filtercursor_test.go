package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// In a filter without a match the terminal's cursor stays in the field.
func TestCursorInAFilterWithoutMatch(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press("/")
	d.typed("nothing_ like this")
	f := d.app.frame()
	line := ansi.Strip(f.Lines[0])
	if f.CursorY != 0 || f.CursorX != strings.Index(line, "this_")+len("this") {
		t.Errorf("the cursor is at %d,%d in\n%s", f.CursorX, f.CursorY, d.screen())
	}
}
