package change

import (
	"sort"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// stepFilter leaves out the steps of a plan, an apply or a result in whose rows nothing
// of what was typed is.
type stepFilter struct {
	*kit.PageFilter
	kept []int // the steps that are seen, in their order
}

func newStepFilter() *stepFilter { return &stepFilter{PageFilter: kit.NewPageFilter()} }

// steps are the rows of those n steps that are asked for. The cursor is on the one at
// at, or on the next visible one; from and to are its rows.
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

// plan are the lines of the steps of a plan that are asked for; each begins at its start.
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

// empty reports whether no step is asked for.
func (f *stepFilter) empty() bool { return f.Filters() && len(f.kept) == 0 }

// place is the position of a step among those that are seen, or of the next one.
func (f *stepFilter) place(at int) int {
	return max(0, min(sort.SearchInts(f.kept, at), len(f.kept)-1))
}

// moved is the step of n that is so many further among those that are seen.
func (f *stepFilter) moved(at, by, n int) int {
	if !f.Filters() {
		return max(0, min(at+by, n-1))
	}
	if len(f.kept) == 0 {
		return at
	}
	return f.kept[max(0, min(f.place(at)+by, len(f.kept)-1))]
}
