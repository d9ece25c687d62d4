package typelist

import (
	"testing"

	"ralsh/ui/tui/frame"
)

// The columns of the types take the whole width.
func TestTypesColumnsFillTheWidth(t *testing.T) {
	for width := 69; width < frame.SplitWidth; width++ {
		columns := new(Screen).table(width, frame.Layout{}).Columns
		slots := frame.Columns(columns, width, 0)
		last := slots[len(slots)-1]
		if last.Hidden() || last.Col+last.Width != width {
			t.Errorf("width %d: time ends at %d", width, last.Col+last.Width)
		}
	}
}
