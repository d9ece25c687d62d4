package facts

import (
	"maps"
	"slices"
)

// index is what the files gave, by the name of the fact, so that to have all
// facts takes no look at every file for each.
type index struct {
	givers map[string][]int    // the files that give a fact
	dotted map[string][]string // the names with a dot by what is before each dot, sorted
}

// makeIndex indexes what the files gave, once all of them were read. A file that
// did not come back may still give any fact.
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

// readIndex is the index, if there is one yet.
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
