package journal

import "ralsh/ral/host"

// Stored is how much the journal holds.
type Stored struct {
	Runs     int
	Contents int   // kept for undo
	Bytes    int64 // of those
}

// Count says how much the journal holds.
func Count(state *host.State) (Stored, error) {
	list, err := numbers(state)
	if err != nil {
		return Stored{}, err
	}
	sizes, err := state.Sizes(keptDir)
	s := Stored{Runs: len(list)}
	for name, size := range sizes {
		if isKept(name) {
			s.Contents, s.Bytes = s.Contents+1, s.Bytes+size
		}
	}
	return s, err
}
