package journal

import (
	"slices"

	"ralsh/ral/host"
)

// List returns the runs, the newest first, at most limit of them; 0 is all.
// They have no steps when they were closed: only the two ends of their files
// are read.
func List(state *host.State, limit int) ([]*Record, error) {
	list, err := numbers(state)
	if err != nil {
		return nil, err
	}
	slices.Reverse(list)
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	runs := make([]*Record, 0, len(list))
	for _, n := range list {
		rec, err := brief(state, n)
		if err != nil {
			return runs, err
		}
		runs = append(runs, rec)
	}
	return runs, nil
}

// ends is how much of each end of a file is read for the list.
const ends = 64 << 10

// brief reads the whole file when its ends do not tell.
func brief(state *host.State, n int) (*Record, error) {
	head, size, err := state.ReadPart(fileName(n), 0, ends)
	if err != nil || size <= ends {
		return Read(state, n)
	}
	tail, _, err := state.ReadPart(fileName(n), -ends, ends)
	if err != nil {
		return nil, err
	}
	last := Parse(lastLine(tail))
	if !last.closed {
		return Read(state, n)
	}
	rec := Parse(head[:slices.Index(head, '\n')+1])
	if rec.Began.IsZero() {
		return Read(state, n)
	}
	rec.Number, rec.closed = n, true
	rec.Status, rec.Error, rec.Changed, rec.Summary, rec.Ended = last.Status, last.Error, last.Changed, last.Summary, last.Ended
	return rec, nil
}

func lastLine(tail []byte) []byte {
	if len(tail) == 0 || tail[len(tail)-1] != '\n' {
		return nil
	}
	body := tail[:len(tail)-1]
	for i := len(body) - 1; i >= 0; i-- {
		if body[i] == '\n' {
			return tail[i+1:]
		}
	}
	return tail
}

// Last returns the newest run below a root, ErrNoRun when there is none.
func Last(state *host.State, root string) (*Record, error) {
	list, err := numbers(state)
	if err != nil {
		return nil, err
	}
	for _, n := range slices.Backward(list) {
		rec, err := brief(state, n)
		if err != nil {
			return nil, err
		}
		if rec.Root == root {
			return Read(state, n)
		}
	}
	return nil, ErrNoRun
}
