package typelist

import (
	"strings"
	"testing"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// Two columns are wrapped side by side until both are complete.
func TestWrapColumnsSaysAll(t *testing.T) {
	bare := func(text string) string { return strings.ReplaceAll(text, " ", "") }
	for _, c := range [][2]safe.Text{
		{"kill supports other root directories", "kill would reach the running system"},
		{"short", "/a/very/long/path/that/has/no/blank/at/all"},
		{"one two three four five", "not there"},
	} {
		row := frame.Row{Sign: frame.SignCannot, Cells: []frame.Cell{{Text: "base"}}}
		var left, right string
		lines := wrapColumns(row, frame.Cell{Text: c[0], Style: theme.Muted}, 12, frame.Cell{Text: c[1]}, 9)
		for i, line := range lines {
			row := line.(frame.Row)
			if (row.Sign != frame.NoSign) != (i == 0) {
				t.Errorf("row %d has the sign %v", i, row.Sign)
			}
			for _, cell := range row.Cells {
				switch {
				case cell.Text == "base":
				case cell.Style == theme.Muted && cell.Text.Width() <= 12:
					left += string(cell.Text)
				case cell.Text.Width() <= 9:
					right += string(cell.Text)
				default:
					t.Errorf("%q is too wide", cell.Text)
				}
			}
		}
		if bare(left) != bare(string(c[0])) || bare(right) != bare(string(c[1])) {
			t.Errorf("said %q and %q of %q", left, right, c)
		}
	}
}
