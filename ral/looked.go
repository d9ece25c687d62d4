package ral

import (
	"slices"
	"sync"
)

// mostLooked is how many places of a listing are kept.
const mostLooked = 4

// looked are the first files and folders that a listing read, each once, in the
// order of reading. It is safe for concurrent use.
type looked struct {
	mu   sync.Mutex
	list []string
	more bool // there were others
}

func (l *looked) add(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case slices.Contains(l.list, path):
	case len(l.list) == mostLooked:
		l.more = true
	default:
		l.list = append(l.list, path)
	}
}

// places are what was noted so far.
func (l *looked) places() ([]string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.list), l.more
}
