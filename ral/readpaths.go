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

func (r *readPaths) add(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case slices.Contains(r.list, path):
	case len(r.list) == maxReadPaths:
		r.more = true
	default:
		r.list = append(r.list, path)
	}
}

// places are what was noted so far.
func (r *readPaths) places() ([]string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list), r.more
}
