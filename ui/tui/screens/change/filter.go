package change

import (
	"sort"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
)

// stepList is a list of steps of an apply or a result, with a cursor and a
// filter.
type stepList struct {
	at     int // the step under the cursor
	filter *stepFilter
	scroll kit.Viewport
}

// move moves the cursor by visible steps, of n steps.
func (l *stepList) move(by, n int) { l.at = l.filter.moved(l.at, by, n) }

// step is move, or scrolls through a step that is higher than the screen.
func (l *stepList) step(by, n int) {
	if !l.scroll.Within(by) {
		l.move(by, n)
	}
}

// seen returns the rows of the steps, of n, that match the filter. from and to
// are the rows of the step under the cursor.
func (l *stepList) seen(sh *kit.Shared, width, n int, rows func(i int) []frame.Line) (lines []frame.Line, from, to int) {
	lines, l.at, from, to = l.filter.steps(n, l.at, rows)
	return append(lines, l.filter.Nothing(sh, width)...), from, to
}

// pane returns the steps for a screen with a separate pane for the detail.
func (l *stepList) pane(head frame.Ruler, p plantext.Panes, lines []frame.Line, from, to int) []frame.Line {
	l.scroll.Show(len(lines), p.Rows(p.Steps), from, to)
	first, end := l.scroll.Window()
	if len(lines) > end-first {
		head.Evidence, head.Scroll = kit.RowsText(first+1, end, len(lines)), frame.Rows(first+1, end, len(lines))
	}
	out := append([]frame.Line{head}, lines[first:end]...)
	for !p.Right && len(out) < p.Steps {
		out = append(out, nil)
	}
	return out
}

// stepFilter hides the steps of a plan, an apply or a result that do not match
// the typed text.
type stepFilter struct {
	*kit.PageFilter
	kept []int // the visible steps, in order
}

func newStepFilter() *stepFilter { return &stepFilter{PageFilter: kit.NewPageFilter()} }

// steps returns the rows of the matching steps, of n. The cursor is on step at,
// or on the next visible step; from and to are its rows.
func (f *stepFilter) steps(n, at int, rows func(i int) []frame.Line) (lines []frame.Line, on, from, to int) {
	f.Shown, f.Of, f.kept = 0, 0, f.kept[:0]
	var made [][]frame.Line
	for i := range n {
		if entry := rows(i); f.Counts("", entry) {
			f.kept, made = append(f.kept, i), append(made, entry)
		}
	}
	on = at
	if len(f.kept) > 0 {
		on = f.kept[f.place(at)]
	}
	for i, step := range f.kept {
		if step == on {
			made[i][0] = underCursor(made[i][0].(frame.Row))
			from, to = len(lines), len(lines)+len(made[i])-1
		}
		lines = append(lines, made[i]...)
	}
	return lines, on, from, to
}

// plan returns the lines of the matching steps of a plan. starts are the first
// lines of its steps.
func (f *stepFilter) plan(lines []frame.Line, starts []int) (seen []frame.Line, at []int) {
	f.Shown, f.Of, f.kept = 0, 0, f.kept[:0]
	for i, from := range starts {
		end := len(lines)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if f.Counts("", lines[from:end]) {
			f.kept, at = append(f.kept, i), append(at, len(seen))
			seen = append(seen, lines[from:end]...)
		}
	}
	return seen, at
}

// empty reports whether no step matches.
func (f *stepFilter) empty() bool { return f.Filters() && len(f.kept) == 0 }

// place returns the index of a step in kept, or of the next visible step.
func (f *stepFilter) place(at int) int {
	return max(0, min(sort.SearchInts(f.kept, at), len(f.kept)-1))
}

// moved returns the step that is by visible steps after a step, of n steps.
func (f *stepFilter) moved(at, by, n int) int {
	if !f.Filters() {
		return max(0, min(at+by, n-1))
	}
	if len(f.kept) == 0 {
		return at
	}
	return f.kept[max(0, min(f.place(at)+by, len(f.kept)-1))]
}
