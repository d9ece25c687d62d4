package frame

import "ralsh/ui/safe"

// Margin is the width of the left margin: cursor, selection, sign and a blank.
const Margin = 4

// Column is the layout of a column of a list.
type Column struct {
	Title  safe.Text
	Min    int  // minimum number of cells
	Ideal  int  // number of cells if there are enough; Min if less
	Grow   int  // share of the remaining cells; 0 takes none
	Gap    int  // blank cells before it; 0 means 2; the first column has none
	Drop   int  // order in which columns are dropped: 1 first, then 2, ...; 0 never
	Right  bool // right-aligned
	Middle bool // cut in the middle; a path is always cut at its start
}

// Slot is the position of a column in its pane, in cells. The zero Slot is a
// dropped column. In a Slot made by a screen, a Width below 1 extends to the
// end of the pane.
type Slot struct {
	Col, Width    int
	Right, Middle bool
}

// Hidden reports whether the column was dropped.
func (s Slot) Hidden() bool { return s == Slot{} }

// At returns a slot from a column to the end of the pane.
func At(col int) Slot { return Slot{Col: col} }

// Columns computes the position of each column in a pane of the given width. It
// drops columns that do not fit, in the order of Drop, and keeps at most most
// columns (0: all that fit). If the remaining columns are too wide, it narrows
// the last column.
func Columns(columns []Column, width, most int) []Slot {
	kept := make([]bool, len(columns))
	for i := range kept {
		kept[i] = true
	}
	for left := len(columns); needed(columns, kept) > width || most > 0 && left > most; left-- {
		i := leastImportant(columns, kept)
		if i < 0 {
			break
		}
		kept[i] = false
	}
	widths := share(columns, kept, width)
	slots := make([]Slot, len(columns))
	col := Margin
	for i, c := range columns {
		if !kept[i] {
			continue
		}
		if col > Margin {
			col += c.gap()
		}
		// A column beyond the end of the pane is empty.
		if w := min(widths[i], width-col); w > 0 {
			slots[i] = Slot{Col: col, Width: w, Right: c.Right, Middle: c.Middle}
		}
		col += widths[i]
	}
	return slots
}

func (c Column) gap() int {
	if c.Gap == 0 {
		return 2
	}
	return c.Gap
}

func needed(columns []Column, kept []bool) int {
	sum := Margin
	for i, c := range columns {
		if !kept[i] {
			continue
		}
		if sum > Margin {
			sum += c.gap()
		}
		sum += c.Min
	}
	return sum
}

func leastImportant(columns []Column, kept []bool) int {
	found := -1
	for i, c := range columns {
		if kept[i] && c.Drop > 0 && (found < 0 || c.Drop < columns[found].Drop) {
			found = i
		}
	}
	return found
}

func share(columns []Column, kept []bool, width int) []int {
	widths := make([]int, len(columns))
	rest := width - needed(columns, kept)
	shares := 0
	for i, c := range columns {
		if kept[i] {
			widths[i] = c.Min
			shares += c.Grow
		}
	}
	for i := len(columns) - 1; i >= 0 && rest < 0; i-- {
		if kept[i] {
			less := min(-rest, max(0, widths[i]-1))
			widths[i] -= less
			rest += less
		}
	}
	for i, c := range columns {
		if kept[i] && rest > 0 {
			more := min(rest, max(0, c.Ideal-c.Min))
			widths[i] += more
			rest -= more
		}
	}
	for i, c := range columns {
		if kept[i] && rest > 0 && c.Grow > 0 {
			more := rest * c.Grow / shares
			widths[i] += more
			rest -= more
			shares -= c.Grow
		}
	}
	return widths
}
