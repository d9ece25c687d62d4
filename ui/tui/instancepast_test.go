package tui

import "testing"

// On a wide terminal the history of the instance and the documentation of its
// type fill the rows below the attributes.
func TestAnInstanceShowsItsHistory(t *testing.T) {
	for _, c := range []struct {
		width int
		shows bool
	}{{160, true}, {120, false}} {
		d, _ := historyOn(t, c.width, 45, aJournal)
		d.press(":")
		d.typed("user deploy")
		d.press("enter")
		d.says("› deploy")
		if c.shows {
			d.says("history", "run 1", "alice", "shell", "documentation")
		} else {
			d.lacks("history")
		}
	}
}
