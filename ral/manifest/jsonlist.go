package manifest

import (
	"bytes"
	"slices"

	"ralsh/ral/value"
)

// taken removes the members beginning at first from the pile and returns them.
func (r *jsonReader) taken(pile *[]node, first int) []node {
	n := len(*pile) - first
	if cap(r.chunk)-len(r.chunk) < n {
		r.chunk = make([]node, 0, max(n, 64))
	}
	at := len(r.chunk)
	r.chunk = append(r.chunk, (*pile)[first:]...)
	clear((*pile)[first:])
	*pile = (*pile)[:first]
	return r.chunk[at:len(r.chunk):len(r.chunk)]
}

// passedList is a list that was skipped.
type passedList struct {
	from  int // offset of its bracket
	off   int // of the source, when the list began
	at    place
	count int // of its elements, if it is well-formed
}

// pass skips a list, to its bracket. Mistakes in it are found when it is read.
func (r *jsonReader) pass() (node, error) {
	r.arguments = passedList{from: r.i, off: r.src.off, at: r.src.at}
	data, depth := r.src.data, 0
	for r.i < len(data) {
		c := data[r.i]
		r.i++
		switch c {
		case '"':
			for end := 0; ; r.i += end + 1 {
				if end = bytes.IndexByte(data[r.i:], '"'); end < 0 {
					r.i = len(data)
					return node{}, r.cut()
				}
				if !escapedAt(data, r.i+end) {
					r.i += end + 1
					break
				}
			}
		case '[', '{':
			if depth++; depth == 2 {
				r.arguments.count++
			} else if depth > maxDepth {
				return node{}, r.src.fatal(r.src.place(r.i-1), "lists and maps are nested deeper than %d levels", maxDepth)
			}
		case ']', '}':
			if depth--; depth == 0 {
				return node{at: r.src.place(r.arguments.from), kind: value.List}, nil
			}
		}
	}
	return node{}, r.cut()
}

// escapedAt reports whether an odd number of backslashes is before an offset.
func escapedAt(data []byte, i int) bool {
	n := 0
	for i--; i >= 0 && data[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// each reads the elements of the skipped list. fn must not retain the node.
func (r *jsonReader) each(fn func(n *node)) error {
	r.i, r.src.off, r.src.at = r.arguments.from+1, r.arguments.off, r.arguments.at
	r.chunk = nil // the map of the document stays unchanged
	for first := true; ; first = false {
		if r.peek() == ']' && first {
			return nil
		}
		item, err := r.value(2)
		if err != nil {
			return err
		}
		fn(&item)
		clear(r.chunk)
		r.chunk = r.chunk[:0]
		if done, err := r.next(']'); done || err != nil {
			return err
		}
	}
}

// keySet is the set of keys of a map; a few keys need no map.
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
