package widget

import "slices"

// Shown is a row of a list's window.
type Shown[T any] struct {
	Item     T
	Cursor   bool
	Selected bool
}

// Height sets the number of rows of the window.
func (l *List[T]) Height(rows int) {
	l.height = max(1, rows)
	l.clamp()
}

// Window returns the visible rows.
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

// Rows returns the first and last row of the window, counted from 1, and the
// number of matching rows: "rows 3-17 of 17". All are 0 if no row matches.
func (l *List[T]) Rows() (from, to, of int) {
	if len(l.shown) == 0 {
		return 0, 0, 0
	}
	return l.top + 1, min(len(l.shown), l.top+l.height), len(l.shown)
}

// Position returns the row of the cursor, counted from 1, and the number of
// matching rows. Both are 0 if no row matches.
func (l *List[T]) Position() (at, of int) {
	if len(l.shown) == 0 {
		return 0, 0
	}
	return l.at + 1, len(l.shown)
}

// Total returns the number of items, including hidden items.
func (l *List[T]) Total() int { return len(l.order) }

// Cursor returns the item under the cursor, and whether it exists.
func (l *List[T]) Cursor() (item T, ok bool) {
	if e := l.cursor(); e != nil {
		return e.item, true
	}
	return item, false
}

// Move moves the cursor by n rows, down if n is positive, and not beyond the
// ends. If the cursor leaves the window by a row, the window moves by a page
// less two rows, so that most moves redraw only two rows.
func (l *List[T]) Move(n int) {
	l.at += n
	const seen = 2 // rows of the old window that stay visible
	switch page := max(1, l.height-seen); {
	case n == 1 && l.at == l.top+l.height:
		l.top += page
	case n == -1 && l.at == l.top-1:
		l.top -= page
	}
	l.clamp()
}

// Page moves the cursor by n windows less a row each, so that a row of the old
// window stays visible.
func (l *List[T]) Page(n int) { l.Move(n * max(1, l.height-1)) }

// First moves the cursor to the first row.
func (l *List[T]) First() { l.Move(-len(l.shown)) }

// Last moves the cursor to the last row.
func (l *List[T]) Last() { l.Move(len(l.shown)) }

// Scroll moves the window by n rows, as a mouse wheel does. The cursor stays on
// its item unless the item would leave the window.
func (l *List[T]) Scroll(n int) {
	l.top = max(0, min(l.top+n, len(l.shown)-l.height))
	l.at = max(l.top, min(l.at, l.top+l.height-1))
	l.clamp()
}

// Go moves the cursor to the item with an id. It returns false if the item is
// not shown.
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

// Toggle selects or deselects the item under the cursor. If a range was begun,
// Toggle ends it.
func (l *List[T]) Toggle() {
	if l.anchor != nil {
		l.Range()
		return
	}
	if e := l.cursor(); e != nil {
		l.choose(e, !e.selected)
	}
}

// Select selects items by their ids. It ignores unknown ids.
func (l *List[T]) Select(ids ...string) {
	for _, id := range ids {
		if e := l.known[id]; e != nil {
			l.choose(e, true)
		}
	}
}

// Range begins a range at the cursor. Called again, it selects all rows from
// there to the cursor. In between the range is shown as selected.
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

// Ranging returns the item at which the range was begun, and its number of
// rows. open reports whether a range was begun.
func (l *List[T]) Ranging() (first T, rows int, open bool) {
	if l.anchor == nil {
		return first, 0, false
	}
	from, to := l.ranged()
	return l.anchor.item, to - from + 1, true
}

// EndRange selects the open range, if any.
func (l *List[T]) EndRange() {
	if l.anchor != nil {
		l.Range()
	}
}

// Unselect clears the selection and the range. It returns false if there was
// neither.
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

// Selected returns the selected items in order, including hidden items.
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

// ranged returns the first and last row of the range. Without a range the last
// row is before the first. If the filter hides the start of the range, the
// range is only the cursor.
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
