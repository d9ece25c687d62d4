package journal

import (
	"ralsh/ral/host/ownfiles"
)

// Usage is the size of the journal.
type Usage struct {
	Runs     int
	Contents int   // saved for undo
	Bytes    int64 // total size of the contents
}

// Count returns the size of the journal.
func Count(state *ownfiles.State) (Usage, error) {
	list, err := numbers(state)
	if err != nil {
		return Usage{}, err
	}
	sizes, err := state.Sizes(keptDir)
	s := Usage{Runs: len(list)}
	for name, size := range sizes {
		if isKept(name) {
			s.Contents, s.Bytes = s.Contents+1, s.Bytes+size
		}
	}
	return s, err
}
