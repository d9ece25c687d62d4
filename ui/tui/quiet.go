package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// typeAheadPause is how long no key must come before a question that opened by itself
// listens.
const typeAheadPause = 400 * time.Millisecond

// typeAheadGuard swallows keys that were typed ahead, on their way to a screen that was
// not there yet.
type typeAheadGuard struct {
	last time.Time // the opening, or the last key that was swallowed
	over bool
}

// warnTypeAhead tells of keys that were swallowed: somebody who types on steadily
// would wonder.
func warnTypeAhead() tea.Cmd {
	return sayUnavailable("keys typed ahead are passed over; this listens after 0.4 s without one")
}

// began starts the wait.
func (g *typeAheadGuard) began(now time.Time) { g.last, g.over = now, false }

// swallows reports whether a key that comes now was meant for what stood here
// before.
func (g *typeAheadGuard) swallows(now time.Time) bool {
	if g.over || g.last.IsZero() {
		return false
	}
	if now.Sub(g.last) >= typeAheadPause {
		g.over = true
		return false
	}
	g.last = now
	return true
}
