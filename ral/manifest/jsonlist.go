package manifest

import "slices"

// taken removes the members beginning at first from the pile and returns them.
func taken(pile *[]node, first int) []node {
	list := slices.Clone((*pile)[first:])
	clear((*pile)[first:])
	*pile = (*pile)[:first]
	return list
}

// keySet is the set of keys of one map; a few keys need no map.
type keySet struct {
	few  [12]string
	n    int
	many map[string]bool
}

// add reports whether the key is new.
func (s *keySet) add(key string) bool {
	if s.many == nil && s.n < len(s.few) {
		if slices.Contains(s.few[:s.n], key) {
			return false
		}
		s.few[s.n] = key
		s.n++
		return true
	}
	if s.many == nil {
		s.many = make(map[string]bool)
		for _, k := range s.few {
			s.many[k] = true
		}
	}
	if s.many[key] {
		return false
	}
	s.many[key] = true
	return true
}
