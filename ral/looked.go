package ral

import (
	"slices"
	"sync"
)

// maxReadPaths is how many places of a listing are kept.
const maxReadPaths = 4

// readPaths are the first files and folders that a listing read, each once, in the
// order of reading. It is safe for concurrent use.
type readPaths struct {
	mu   sync.Mutex
	list []string
	more bool // there were others
}

func (l *readPaths) add(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case slices.Contains(l.list, path):
	case len(l.list) == maxReadPaths:
		l.more = true
	default:
		l.list = append(l.list, path)
	}
}

// places are what was noted so far.
func (l *readPaths) places() ([]string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.list), l.more
}
