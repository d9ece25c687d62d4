package ral

import "strings"

// UncertainError is returned by Set, Flush and Refresh for a change that was made, but
// may have a different result when it is repeated: it used the output of a command that
// a plan does not run, the time, or a random number. It is not a failure.
type UncertainError struct {
	Certainty Certainty
	Why       []string
}

// Add adds a reason. The least certain reason counts.
func (e *UncertainError) Add(c Certainty, why string) {
	e.Certainty = max(e.Certainty, c)
	e.Why = append(e.Why, why)
}

// Error returns the reasons.
func (e *UncertainError) Error() string { return strings.Join(e.Why, ", ") }
