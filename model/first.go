package model

import "ralsh/ral/host"

// FirstStart reports whether this person opens the terminal UI for the first
// time, and notes that they did. Where nothing can be noted it is never the
// first time, so that nobody is told the same on every start.
func (s *Session) FirstStart() bool {
	state, err := host.OpenState(s.paths.State)
	if err != nil {
		return false
	}
	const seen = "started"
	if _, err := state.Read(seen); err == nil {
		return false
	}
	return state.WriteAtomic(seen, nil) == nil
}
