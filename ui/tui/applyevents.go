package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ral/transaction"
)

// emit hands an event of the run to the screen.
func (a *apply) emit(ev transaction.Event) { a.put(func() { a.happened(ev) }) }

// put hands to the screen what has happened. When the program has ended nobody
// takes it, and the apply must not wait for that.
func (a *apply) put(took func()) {
	select {
	case a.events <- took:
	case <-a.gone:
	}
}

// next waits for the next events and takes all that are there.
func (a *apply) next() tea.Cmd {
	return func() tea.Msg {
		ev, ok := <-a.events
		if !ok {
			return nil
		}
		events := []func(){ev}
		for len(events) < cap(a.events) {
			select {
			case ev, ok := <-a.events:
				if !ok {
					return applyEventsMsg{a, events}
				}
				events = append(events, ev)
			default:
				return applyEventsMsg{a, events}
			}
		}
		return applyEventsMsg{a, events}
	}
}
