package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// quietFor is how long no key must come before a question that opened by itself
// listens.
const quietFor = 400 * time.Millisecond

// quiet swallows keys that were typed ahead, on their way to a screen that was
// not there yet.
type quiet struct {
	last time.Time // the opening, or the last key that was swallowed
	over bool
}

// passedOver tells of keys that were swallowed: somebody who types on steadily
// would wonder.
func passedOver() tea.Cmd {
	return refuse("keys typed ahead are passed over; this listens after 0.4 s without one")
}

// began starts the wait.
func (q *quiet) began(now time.Time) { q.last, q.over = now, false }

// swallows reports whether a key that comes now was meant for what stood here
// before.
func (q *quiet) swallows(now time.Time) bool {
	if q.over || q.last.IsZero() {
		return false
	}
	if now.Sub(q.last) >= quietFor {
		q.over = true
		return false
	}
	q.last = now
	return true
}
