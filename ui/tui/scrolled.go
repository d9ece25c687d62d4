package tui

// viewport is a window over rows that are not all alike, and knows which of
// them were ever in it.
type viewport struct {
	top, height, total int
	seen               []bool
}

// show fits the window so that rows from to to, counted from 0, are in it; of
// more rows than fit the first are.
func (v *viewport) show(total, height, from, to int) {
	v.total, v.height = total, max(0, height)
	if to >= v.top+v.height {
		v.top = to - v.height + 1
	}
	if from < v.top {
		v.top = from
	}
	v.top = max(0, min(v.top, total-v.height))
	if len(v.seen) != total {
		v.seen = make([]bool, total)
	}
	first, end := v.window()
	for i := first; i < end; i++ {
		v.seen[i] = true
	}
}

// window is the rows first to before end.
func (v *viewport) window() (first, end int) {
	return v.top, min(v.top+v.height, v.total)
}

// unseen counts the rows that were never in the window.
func (v *viewport) unseen() int {
	n := 0
	for _, seen := range v.seen {
		if !seen {
			n++
		}
	}
	return n
}

// page is how far a page key goes.
func (v *viewport) page() int { return max(1, v.height-1) }
