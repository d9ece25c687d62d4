package tui

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// The sign of an apply moves while a step runs, and asks for no more ticks after it.
func TestSpinnerEndsWithTheApply(t *testing.T) {
	st, a, _, _, held := kitApply(t, kitDecls()[2:3])
	if !a.spins() {
		t.Error("nothing moves while the apply runs")
	}
	first := a.spinner.View()
	if a.update(spinMsg{a}); a.spinner.View() == first {
		t.Errorf("a tick leaves %q", first)
	}
	close(held)
	st.until(nil)
	if a.result == nil || a.spins() {
		t.Error("it moves after the apply")
	}
	if a.update(spinMsg{a}) != nil {
		t.Error("a tick after the apply asks for another")
	}
}

// Without UTF-8 the sign and the bar are made of ASCII.
func TestSpinnerInASCII(t *testing.T) {
	g := frame.Mode{ASCII: true}.Themed(theme.Options{}).Theme.Glyphs()
	s := newSpinner(*g)
	for range len(g.Spinner) {
		if view := ansi.Strip(s.View()); len(view) != 1 || view[0] >= 0x80 {
			t.Errorf("a frame is %q", view)
		}
		s, _ = s.Update(s.Tick())
	}
}
