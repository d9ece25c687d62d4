package kit

import (
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// Viewport is a window over rows that are not all alike, and knows which of
// them were ever in it.
type Viewport struct {
	top, height, total int
	from, to           int // the rows that have to be in it
	into               int // of more than fit, how many are scrolled out above
	Seen               []bool
}

// Show fits the window so that rows from to to, counted from 0, are in it; of
// more rows than fit the first are, or those that Within went to.
func (v *Viewport) Show(total, height, from, to int) {
	if height = max(0, height); v.height != height || v.from != from {
		v.into = 0
	}
	v.total, v.height, v.from, v.to = total, height, from, to
	if to >= v.top+v.height {
		v.top = to - v.height + 1
	}
	if from < v.top {
		v.top = from
	}
	v.Within(0)
	v.top += v.into
	v.top = max(0, min(v.top, total-v.height))
	if len(v.Seen) != total {
		v.Seen = make([]bool, total)
	}
	first, end := v.Window()
	for i := first; i < end; i++ {
		v.Seen[i] = true
	}
}

// Within scrolls by so many rows through what has to be in the window and is higher
// than it; false where its end is seen.
func (v *Viewport) Within(by int) bool {
	was := v.into
	v.into = max(0, min(v.into+by, v.to-v.from+1-v.height))
	return v.into != was
}

// Window is the rows first to before end.
func (v *Viewport) Window() (first, end int) {
	return v.top, min(v.top+v.height, v.total)
}

// Unseen counts the rows that were never in the window.
func (v *Viewport) Unseen() int {
	n := 0
	for _, seen := range v.Seen {
		if !seen {
			n++
		}
	}
	return n
}

// Page is how far a page key goes.
func (v *Viewport) Page() int { return max(1, v.height-1) }

// ScrolledPane is a pane of text next to a list: it can have the focus, and then the
// keys that move scroll it.
type ScrolledPane struct {
	Focus  bool
	Top    int
	height int // rows that are seen
	rows   int // and that there are
}

// Do scrolls; false for what is no move.
func (p *ScrolledPane) Do(in keys.Intent) bool {
	page := max(1, p.height-2)
	switch in {
	case keys.MoveUp:
		p.Top--
	case keys.MoveDown:
		p.Top++
	case keys.PageUp:
		p.Top -= page
	case keys.PageDown:
		p.Top += page
	case keys.MoveFirst:
		p.Top = 0
	case keys.MoveLast:
		p.Top = p.rows
	default:
		return false
	}
	p.Top = max(0, min(p.Top, p.rows-p.height))
	return true
}

// Window are the rows that are seen, below a head that says which where these are not
// all. The first line has to be the head.
func (p *ScrolledPane) Window(lines []frame.Line, height int) []frame.Line {
	if len(lines) == 0 {
		return nil
	}
	p.rows, p.height = len(lines)-1, max(1, height)
	p.Top = max(0, min(p.Top, p.rows-p.height))
	end := min(p.rows, p.Top+p.height)
	head, ok := lines[0].(frame.Ruler)
	if !ok {
		return lines
	}
	head.Focus = p.Focus
	if p.rows > p.height {
		head = head.Scrolled(frame.Rows(p.Top+1, end, p.rows))
		if p.Focus {
			head.Evidence = RowsSaid(p.Top+1, end, p.rows)
		}
	}
	return append([]frame.Line{head}, lines[1+p.Top:1+end]...)
}
