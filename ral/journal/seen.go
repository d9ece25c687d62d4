package journal

import (
	"errors"
	"fmt"
	"io/fs"

	"ralsh/ral/host/ownfiles"
)

func seenName(n int) string { return fmt.Sprintf("seen/%06d", n) }

// MarkSeen records that the user has seen an interrupted run; before that, the run is
// never deleted. It has no effect on other runs.
func MarkSeen(state *ownfiles.State, rec *Record) error {
	if rec.Status != CutOff {
		return nil
	}
	if seen, err := marked(state, seenName(rec.Number)); seen || err != nil {
		return err
	}
	return state.Mark(seenName(rec.Number))
}

// marked reports whether a mark exists.
func marked(state *ownfiles.State, name string) (bool, error) {
	_, _, err := state.ReadPart(name, 0, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
