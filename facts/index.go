package facts

import (
	"maps"
	"slices"
)

// index indexes the facts of files by name, so that reading all facts does not
// search every file for each.
type index struct {
	givers map[string][]int    // files that provide a fact
	dotted map[string][]string // dotted names by each prefix before a dot, sorted
}

// makeIndex builds the index once all files were read. A file that did not
// finish may provide any fact.
func (f *Facts) makeIndex(s *snapshot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s.index.givers != nil {
		return
	}
	givers, names := map[string][]int{}, f.quick(s)
	for _, i := range s.files {
		if s.runs[i] == nil || !s.runs[i].over() {
			return
		}
		for _, name := range s.runs[i].names() {
			givers[name] = append(givers[name], i)
			names[name] = true
		}
	}
	s.index = index{givers, byPrefix(names)}
}

// readIndex returns the index, if it is ready.
func (f *Facts) readIndex(s *snapshot) (index, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return s.index, s.index.givers != nil
}

func byPrefix(names map[string]bool) map[string][]string {
	below := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		for i := range name {
			if name[i] == '.' {
				below[name[:i]] = append(below[name[:i]], name)
			}
		}
	}
	return below
}
