package ral

import (
	"slices"
	"sync"
)

// maxReadPaths is the number of paths of a listing that are recorded.
const maxReadPaths = 4

// readPaths records the first files and directories that a listing read, each
// once, in order. It is safe for concurrent use.
type readPaths struct {
	mu   sync.Mutex
	list []string
	more bool // there were further reads
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

// places returns the recorded paths, and whether there were further reads.
func (r *readPaths) places() ([]string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list), r.more
}
