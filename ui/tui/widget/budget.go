package widget

import "time"

// budget is the time that is left for comparing; the zero one never ends.
type budget struct{ until time.Time }

func newBudget(timeout time.Duration) budget {
	if timeout <= 0 {
		return budget{}
	}
	return budget{until: time.Now().Add(timeout)}
}

// left is what go-diff takes as its timeout, where 0 and less mean without end;
// false once the time is over.
func (b budget) left() (time.Duration, bool) {
	if b.until.IsZero() {
		return 0, true
	}
	d := time.Until(b.until)
	return max(d, 1), d > 0
}
