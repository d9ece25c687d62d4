package widget

import "time"

// budget is the remaining time for a comparison. The zero value never ends.
type budget struct{ until time.Time }

func newBudget(timeout time.Duration) budget {
	if timeout <= 0 {
		return budget{}
	}
	return budget{until: time.Now().Add(timeout)}
}

// left returns the timeout for go-diff, in which 0 and less mean no limit. It
// returns false once the time is over.
func (b budget) left() (time.Duration, bool) {
	if b.until.IsZero() {
		return 0, true
	}
	d := time.Until(b.until)
	return max(d, 1), d > 0
}
