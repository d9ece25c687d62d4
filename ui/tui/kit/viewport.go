package kit

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// Viewport is a window over rows, and records which rows were ever visible in
// it.
type Viewport struct {
	top, height, total int
	from, to           int // the rows that have to be visible
	into               int // number of these rows that are scrolled out, if they do not all fit
	Seen               []bool
}

// Show moves the window so that the rows from to to, counted from 0, are
// visible. If they do not fit, the first rows are visible, or the rows to which
// Within scrolled.
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

// Within scrolls by rows through the rows that have to be visible if they do
// not fit. It returns false at the end.
func (v *Viewport) Within(by int) bool {
	was := v.into
	v.into = max(0, min(v.into+by, v.to-v.from+1-v.height))
	return v.into != was
}

// Window returns the visible rows, from first to before end.
func (v *Viewport) Window() (first, end int) {
	return v.top, min(v.top+v.height, v.total)
}

// Unseen counts the rows that were never visible.
func (v *Viewport) Unseen() int {
	n := 0
	for _, seen := range v.Seen {
		if !seen {
			n++
		}
	}
	return n
}

// Page returns the number of rows of a page key.
func (v *Viewport) Page() int { return max(1, v.height-1) }

// ScrolledPane is a pane of text next to a list. If it has the focus, the keys
// that move scroll it.
type ScrolledPane struct {
	Focus  bool
	Top    int
	height int // number of visible rows
	rows   int // number of rows
}

// Do scrolls. It returns false for an intent that does not move.
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

// Window returns the visible rows, below a head that shows which rows these are
// if not all are visible. The first line must be the head.
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
			head.Evidence = p.Rows()
		}
	}
	return append([]frame.Line{head}, lines[1+p.Top:1+end]...)
}

// Rows reports which rows are visible, or "" if all are.
func (p *ScrolledPane) Rows() safe.Text {
	if p.rows <= p.height {
		return ""
	}
	return RowsText(p.Top+1, min(p.rows, p.Top+p.height), p.rows)
}
