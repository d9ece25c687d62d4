package journal

import (
	"ralsh/ral/host"
)

// Usage is how much the journal holds.
type Usage struct {
	Runs     int
	Contents int   // kept for undo
	Bytes    int64 // of those
}

// Count says how much the journal holds.
func Count(state *host.State) (Usage, error) {
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
