package widget

import (
	"slices"
	"strings"
)

// List is a scrolling list. It holds any number of items in order, shows the
// items that match the filter, and returns only the rows of its window. The
// cursor is on an item and stays on it while other items are added.
type List[T any] struct {
	id      func(T) string
	search  func(T) string
	compare func(a, b T) int
	same    func(a, b T) bool // nil if no items are known to be the same

	known map[string]*entry[T]
	order []*entry[T]
	shown []*entry[T]

	filter Filter
	only   func(T) bool

	at, top, height int // at and top are indexes in shown
	anchor          *entry[T]
	selected        int
	round           uint32 // number of calls of Set
}

type entry[T any] struct {
	item     T
	lower    string
	selected bool
	round    uint32 // last call of Set with this item
}

// NewList makes an empty list. id identifies an item, search returns the text
// that filters match, and compare defines the order. A nil compare keeps the
// order in which items were added.
func NewList[T any](id, search func(T) string, compare func(a, b T) int) *List[T] {
	return &List[T]{id: id, search: search, compare: compare, known: map[string]*entry[T]{}, height: 1}
}

// Same sets a function that reports whether two items with the same id have the
// same search text and order. Add then does not compute these again.
func (l *List[T]) Same(same func(a, b T) bool) { l.same = same }

// Add adds items. An item with a known id replaces the old item and keeps its
// selection.
func (l *List[T]) Add(items ...T) {
	cursor := l.cursor()
	var fresh []*entry[T]
	moved := false
	for _, item := range items {
		id := l.id(item)
		e := l.known[id]
		if e == nil {
			e = &entry[T]{}
			l.known[id] = e
			fresh = append(fresh, e)
		} else if l.same != nil && l.same(e.item, item) {
			e.item, e.round = item, l.round
			continue
		} else if l.compare != nil {
			moved = moved || l.compare(e.item, item) != 0
		}
		e.item, e.lower, e.round = item, strings.ToLower(l.search(item)), l.round
	}
	switch {
	case l.compare == nil:
		l.order = append(l.order, fresh...)
	case moved:
		l.order = append(l.order, fresh...)
		slices.SortStableFunc(l.order, l.entries)
	default:
		slices.SortStableFunc(fresh, l.entries)
		l.order = l.merged(fresh)
	}
	l.show(cursor)
}

// Set replaces all items. Items whose ids remain keep the cursor and the
// selection.
func (l *List[T]) Set(items []T) {
	l.round++
	l.Add(items...)
	l.drop(func(e *entry[T]) bool { return e.round != l.round })
}

// Remove removes items by id.
func (l *List[T]) Remove(ids ...string) {
	gone := make(map[string]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	l.drop(func(e *entry[T]) bool { return gone[l.id(e.item)] })
}

func (l *List[T]) drop(gone func(*entry[T]) bool) {
	if !slices.ContainsFunc(l.order, gone) {
		return
	}
	cursor := l.cursor()
	next := cursor
	passed := false
	kept := make([]*entry[T], 0, len(l.order))
	for _, e := range l.order {
		passed = passed || e == cursor
		if !gone(e) {
			kept = append(kept, e)
			if passed && next == cursor && e != cursor && gone(cursor) {
				next = e
			}
			continue
		}
		delete(l.known, l.id(e.item))
		if e.selected {
			l.selected--
		}
		if e == l.anchor {
			l.anchor = nil
		}
	}
	l.order = kept
	l.show(next)
}

func (l *List[T]) entries(a, b *entry[T]) int { return l.compare(a.item, b.item) }

func (l *List[T]) merged(fresh []*entry[T]) []*entry[T] {
	if len(fresh) == 0 {
		return l.order
	}
	out := make([]*entry[T], 0, len(l.order)+len(fresh))
	i := 0
	for _, e := range fresh {
		for i < len(l.order) && l.entries(l.order[i], e) <= 0 {
			out = append(out, l.order[i])
			i++
		}
		out = append(out, e)
	}
	return append(out, l.order[i:]...)
}

// Alike returns the neighbours of an item that are like it, including hidden
// items. In a list ordered by name these are all items with the same name. It
// compares only neighbours, so it is fast in long lists.
func (l *List[T]) Alike(to T, alike func(a, b T) bool) []T {
	at, _ := slices.BinarySearchFunc(l.order, to, func(e *entry[T], to T) int { return l.compare(e.item, to) })
	for at > 0 && alike(l.order[at-1].item, to) {
		at--
	}
	var items []T
	for ; at < len(l.order) && alike(l.order[at].item, to); at++ {
		items = append(items, l.order[at].item)
	}
	return items
}

// Filter shows only matching items. The cursor stays on its item, or moves to
// the next remaining item.
func (l *List[T]) Filter(f Filter) {
	cursor := l.cursor()
	l.filter = f
	l.show(cursor)
}

// Only shows only the items for which it returns true; nil shows all again.
func (l *List[T]) Only(only func(T) bool) {
	cursor := l.cursor()
	l.only = only
	l.show(cursor)
}

// show computes the shown items. It keeps the cursor on its item, and on the
// same line of the screen if possible.
func (l *List[T]) show(cursor *entry[T]) {
	line := l.at - l.top
	l.shown = l.shown[:0]
	if cap(l.shown) < len(l.order) {
		l.shown = make([]*entry[T], 0, len(l.order)+len(l.order)/4)
	}
	at := -1
	all := l.filter.Empty() && l.only == nil
	for _, e := range l.order {
		if e == cursor {
			at = len(l.shown)
		}
		if all || l.filter.Match(e.lower) && (l.only == nil || l.only(e.item)) {
			l.shown = append(l.shown, e)
		}
	}
	if at < 0 {
		at = l.at
	}
	l.at = at
	l.top = at - line
	l.clamp()
}

func (l *List[T]) cursor() *entry[T] {
	if l.at < len(l.shown) {
		return l.shown[l.at]
	}
	return nil
}
