package frame

import "ralsh/ui/safe"

// Margin is how many cells the left margin takes: cursor, selection, sign and
// a blank. Nothing else may stand there.
const Margin = 4

// Column is what a list asks of one of its columns.
type Column struct {
	Title  safe.Text
	Min    int  // cells it needs at least
	Ideal  int  // cells it gets when there are enough; Min if less
	Grow   int  // share of what is left after that; 0 takes none
	Gap    int  // blank cells before it; 0 means 2. The first column has none
	Drop   int  // the least important goes first: 1, then 2, ...; 0 never goes
	Right  bool // right-aligned
	Middle bool // cut in the middle; a path is always cut at its start
}

// Slot is where a column came to stand, in cells of its pane. A column that
// was dropped has the zero Slot. A Width below 1 in a slot made by hand means
// as far as the pane goes.
type Slot struct {
	Col, Width    int
	Right, Middle bool
}

// Hidden says that the column was dropped.
func (s Slot) Hidden() bool { return s == Slot{} }

// At is a slot made by hand: from the column to the end of the pane.
func At(col int) Slot { return Slot{Col: col} }

// Columns gives each column its place in a pane so many cells wide. The least
// important go first; at most so many are kept (0: all that fit). If even those
// that never go are too wide, the last of them are made narrower.
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
		// A column that begins behind the end of the pane has no cell at all.
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
