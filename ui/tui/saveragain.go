package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// retryAfter is how soon a write that failed is tried again.
const retryAfter = 30 * time.Second

// retryLater tries a write that failed again after a while.
func (a *app) retryLater() tea.Cmd {
	if a.saver.err == nil || a.saver.retrying {
		return nil
	}
	a.saver.retrying = true
	return a.sh.wait(retryAfter, saveAgainMsg{})
}

// retry has a write that failed done anew, by save; false where none did.
func (a *app) retry() bool {
	if !a.saver.ready || a.saver.err == nil {
		return false
	}
	a.saver.seen = []stamp{{}} // none that there is
	return true
}
