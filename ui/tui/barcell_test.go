package tui

import (
	"testing"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// The bar has the share that is done, is as wide as its room, and is full at the end only.
func TestBarCell(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		g := *frame.Mode{ASCII: ascii}.Themed(theme.Options{}).Theme.Glyphs()
		for _, c := range []struct {
			ended, all, width, done int
		}{{0, 4, 40, 0}, {1, 4, 40, 10}, {2, 4, 40, 20}, {4, 4, 40, 40}, {1, 3, 10, 3}, {0, 1, 10, 0}, {1, 1, 10, 10}} {
			cell := barCell(g, 5, c.width, float64(c.ended)/float64(c.all))
			if done := cell.Text.Width(); done != c.done {
				t.Errorf("%d of %d on %d cells: %d are done, want %d", c.ended, c.all, c.width, done, c.done)
			}
			if cell.Width() != c.width {
				t.Errorf("%d of %d: the bar is %d wide, want %d", c.ended, c.all, cell.Width(), c.width)
			}
			if cell.Style != theme.Accent || cell.More[0].Style != theme.Faint {
				t.Errorf("it looks like %v, %v", cell.Style, cell.More[0].Style)
			}
		}
	}
}
