package tui

import tea "charm.land/bubbletea/v2"

// quit leaves at once unless something typed would be lost, which the basket
// does not keep, or the host is being changed. A basket that could not be saved is
// tried again first; pressed once more it waits for that no longer.
func (a *app) quit() tea.Cmd {
	if a.running() != "" {
		return a.cannot(a.sh.spell("{quit}"), stillRuns)
	}
	if !a.saver.leaving && a.sh.basket.Retry() {
		a.saver.leaving = true
		return nil
	}
	return a.leave()
}

// left leaves when that waited for the basket to be saved.
func (a *app) left() tea.Cmd {
	if !a.saver.leaving {
		return nil
	}
	return a.leave()
}

// leave asks about what would be lost, or leaves.
func (a *app) leave() tea.Cmd {
	a.saver.leaving = false
	said, names := a.atRisk()
	if len(names) > 0 && a.small() {
		return a.cannot(a.sh.spell("{quit}"), "loses "+said+"; ctrl+c twice leaves")
	}
	if len(names) > 0 && a.here().kind != routeQuit {
		return a.place(newLeave(a.sh, said, names), route{kind: routeQuit})
	}
	return tea.Quit
}
