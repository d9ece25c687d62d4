package journal

import (
	"errors"
	"fmt"
	"io/fs"

	"ralsh/ral/host"
)

func seenName(n int) string { return fmt.Sprintf("seen/%06d", n) }

// MarkSeen notes that someone looked at a run that was cut off: before that it is
// never forgotten. Of other runs nothing is noted.
func MarkSeen(state *host.State, rec *Record) error {
	if rec.Status != CutOff {
		return nil
	}
	if seen, err := wasSeen(state, rec.Number); seen || err != nil {
		return err
	}
	return state.Mark(seenName(rec.Number))
}

func wasSeen(state *host.State, n int) (bool, error) {
	_, _, err := state.ReadPart(seenName(n), 0, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
