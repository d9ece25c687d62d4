package widget

import "slices"

// Shown is one row of a list's window.
type Shown[T any] struct {
	Item     T
	Cursor   bool
	Selected bool
}

// Height sets how many rows the window has.
func (l *List[T]) Height(rows int) {
	l.height = max(1, rows)
	l.clamp()
}

// Window is what is to be drawn: as many rows as the window has at most.
func (l *List[T]) Window() []Shown[T] {
	end := min(len(l.shown), l.top+l.height)
	rows := make([]Shown[T], 0, end-l.top)
	first, last := l.ranged()
	for i := l.top; i < end; i++ {
		e := l.shown[i]
		rows = append(rows, Shown[T]{Item: e.item, Cursor: i == l.at, Selected: e.selected || first <= i && i <= last})
	}
	return rows
}

// Rows says which rows the window shows, counted from 1, and of how many that
// pass the filter: "rows 3-17 of 17". All are 0 if there is none.
func (l *List[T]) Rows() (from, to, of int) {
	if len(l.shown) == 0 {
		return 0, 0, 0
	}
	return l.top + 1, min(len(l.shown), l.top+l.height), len(l.shown)
}

// Position is the row with the cursor, counted from 1, and of how many that pass the
// filter. Both are 0 if there is none.
func (l *List[T]) Position() (at, of int) {
	if len(l.shown) == 0 {
		return 0, 0
	}
	return l.at + 1, len(l.shown)
}

// Total is how many items there are, also those that do not pass the filter.
func (l *List[T]) Total() int { return len(l.order) }

// Cursor is the item under the cursor; false if nothing is shown.
func (l *List[T]) Cursor() (item T, ok bool) {
	if e := l.cursor(); e != nil {
		return e.item, true
	}
	return item, false
}

// Move moves the cursor so many rows, down if n is above 0, and not past the
// ends. The window stays where it is until the cursor leaves it by a row; then it
// moves by a page less two rows, so that most moves draw two rows and no other.
func (l *List[T]) Move(n int) {
	l.at += n
	const seen = 2 // rows of the old window that stay in sight
	switch page := max(1, l.height-seen); {
	case n == 1 && l.at == l.top+l.height:
		l.top += page
	case n == -1 && l.at == l.top-1:
		l.top -= page
	}
	l.clamp()
}

// Page moves the cursor so many windows, and one row less so that a row of the
// old window stays in sight.
func (l *List[T]) Page(n int) { l.Move(n * max(1, l.height-1)) }

// First moves the cursor to the first row.
func (l *List[T]) First() { l.Move(-len(l.shown)) }

// Last moves the cursor to the last row.
func (l *List[T]) Last() { l.Move(len(l.shown)) }

// Scroll moves the window so many rows, as a wheel does; the cursor stays on
// its item until the window would leave it.
func (l *List[T]) Scroll(n int) {
	l.top = max(0, min(l.top+n, len(l.shown)-l.height))
	l.at = max(l.top, min(l.at, l.top+l.height-1))
	l.clamp()
}

// Go moves the cursor to an item by its id; false if it is not shown.
func (l *List[T]) Go(id string) bool {
	e := l.known[id]
	for i := range l.shown {
		if l.shown[i] == e {
			l.at = i
			l.clamp()
			return true
		}
	}
	return false
}

func (l *List[T]) clamp() {
	l.at = max(0, min(l.at, len(l.shown)-1))
	l.top = max(0, min(l.top, len(l.shown)-l.height))
	l.top = min(l.top, l.at)
	l.top = max(l.top, l.at-l.height+1)
}

// Toggle selects the item under the cursor, or no longer; with a range begun
// it ends the range.
func (l *List[T]) Toggle() {
	if l.anchor != nil {
		l.Range()
		return
	}
	if e := l.cursor(); e != nil {
		l.choose(e, !e.selected)
	}
}

// Select selects items by their ids; of those that are not there nothing is done.
func (l *List[T]) Select(ids ...string) {
	for _, id := range ids {
		if e := l.known[id]; e != nil {
			l.choose(e, true)
		}
	}
}

// Range begins a range at the cursor; called again it selects all from there
// to the cursor. In between the range is shown as selected.
func (l *List[T]) Range() {
	if l.anchor == nil {
		l.anchor = l.cursor()
		return
	}
	for first, last := l.ranged(); first <= min(last, len(l.shown)-1); first++ {
		l.choose(l.shown[first], true)
	}
	l.anchor = nil
}

// Ranging is the item at which a range was begun, and how many rows it has up to
// the cursor; open is false when none was begun.
func (l *List[T]) Ranging() (first T, rows int, open bool) {
	if l.anchor == nil {
		return first, 0, false
	}
	from, to := l.ranged()
	return l.anchor.item, to - from + 1, true
}

// EndRange selects a range that was begun, as Range called again does.
func (l *List[T]) EndRange() {
	if l.anchor != nil {
		l.Range()
	}
}

// Unselect drops the selection and a range begun; false if there was neither.
func (l *List[T]) Unselect() bool {
	if l.selected == 0 && l.anchor == nil {
		return false
	}
	for _, e := range l.order {
		e.selected = false
	}
	l.selected, l.anchor = 0, nil
	return true
}

// Selected are the selected items in order, also those that do not pass the
// filter.
func (l *List[T]) Selected() []T {
	items := make([]T, 0, l.selected)
	for _, e := range l.order {
		if len(items) == l.selected {
			break
		}
		if e.selected {
			items = append(items, e.item)
		}
	}
	return items
}

func (l *List[T]) choose(e *entry[T], yes bool) {
	if e.selected == yes {
		return
	}
	e.selected = yes
	if yes {
		l.selected++
	} else {
		l.selected--
	}
}

// ranged are the first and last row from where a range began to the cursor;
// without one the last is before the first. Where that row went out of sight,
// the cursor alone is the range.
func (l *List[T]) ranged() (first, last int) {
	if l.anchor == nil {
		return 0, -1
	}
	from := slices.Index(l.shown, l.anchor)
	if from < 0 {
		from = l.at
	}
	return min(from, l.at), max(from, l.at)
}
