package widget

import (
	"slices"
	"strings"
)

// List is a windowed list. It holds any number of items in order, shows those
// that pass the filter, and hands out only the rows of its window. The cursor
// is on an item, not on a row number: it stays there while others arrive.
type List[T any] struct {
	id      func(T) string
	search  func(T) string
	compare func(a, b T) int
	same    func(a, b T) bool // nil: nothing is known to be

	known map[string]*entry[T]
	order []*entry[T]
	shown []*entry[T]

	filter Filter
	only   func(T) bool

	at, top, height int // at and top are rows of shown
	anchor          *entry[T]
	selected        int
	round           uint32 // how often Set was called
}

type entry[T any] struct {
	item     T
	lower    string
	selected bool
	round    uint32 // of Set, in which it came last
}

// NewList makes an empty list. An item is known by its id, is found by its
// search text, and is in the order of compare; nil keeps the order of arrival.
func NewList[T any](id, search func(T) string, compare func(a, b T) int) *List[T] {
	return &List[T]{id: id, search: search, compare: compare, known: map[string]*entry[T]{}, height: 1}
}

// Same reports which items of one id are searched and ordered alike, so that it need
// not be found out again for each.
func (l *List[T]) Same(same func(a, b T) bool) { l.same = same }

// Add puts items in; one whose id is known takes the place of the old one and
// keeps its selection.
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

// Set replaces all items. Cursor and selection stay with the ids that remain.
func (l *List[T]) Set(items []T) {
	l.round++
	l.Add(items...)
	l.drop(func(e *entry[T]) bool { return e.round != l.round })
}

// Remove takes items out by id.
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

// Alike are the items next to one another in the order that are like one of them, hidden
// ones too: in a list that is ordered by name, all of a name. It looks at no others.
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

// Filter shows only what matches. The cursor stays on its item, or goes to the
// next remaining one.
func (l *List[T]) Filter(f Filter) {
	cursor := l.cursor()
	l.filter = f
	l.show(cursor)
}

// Only shows only the items for which it is true; nil shows all again.
func (l *List[T]) Only(only func(T) bool) {
	cursor := l.cursor()
	l.only = only
	l.show(cursor)
}

// show finds what passes and puts the cursor back, on the same line of the
// screen if it can.
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
