package tui

// viewport is a window over rows that are not all alike, and knows which of
// them were ever in it.
type viewport struct {
	top, height, total int
	seen               []bool
}

// show fits the window so that rows from to to, counted from 0, are in it; of
// more rows than fit the first are.
func (s *viewport) show(total, height, from, to int) {
	s.total, s.height = total, max(0, height)
	if to >= s.top+s.height {
		s.top = to - s.height + 1
	}
	if from < s.top {
		s.top = from
	}
	s.top = max(0, min(s.top, total-s.height))
	if len(s.seen) != total {
		s.seen = make([]bool, total)
	}
	first, end := s.window()
	for i := first; i < end; i++ {
		s.seen[i] = true
	}
}

// window is the rows first to before end.
func (s *viewport) window() (first, end int) {
	return s.top, min(s.top+s.height, s.total)
}

// unseen counts the rows that were never in the window.
func (s *viewport) unseen() int {
	n := 0
	for _, seen := range s.seen {
		if !seen {
			n++
		}
	}
	return n
}

// page is how far a page key goes.
func (s *viewport) page() int { return max(1, s.height-1) }
