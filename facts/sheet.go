package facts

import (
	"context"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// factBuilder is what a resolution writes on: leaves, each with where it is from and
// how long it took since the one before.
type factBuilder struct {
	leaves []leaf
	missed []leaf // that may be there, but for a file that may not be read
	now    func() time.Time
	last   time.Time

	unsuitable string // why the resolution is not for this host
	source     Source // what a file said besides its facts
}

type leaf struct {
	path    []string
	value   value.Value
	from    string
	note    string
	err     error
	elapsed time.Duration
}

func newSheet(now func() time.Time) *factBuilder { return &factBuilder{now: now, last: now()} }

func (s *factBuilder) add(l leaf) {
	now := s.now()
	l.elapsed, s.last = now.Sub(s.last), now
	s.leaves = append(s.leaves, l)
}

// put writes down a leaf by its dotted name; no value is no leaf.
func (s *factBuilder) put(name string, v value.Value, from string) {
	s.putAt(strings.Split(name, "."), v, from)
}

// putAt is put for names that may hold dots.
func (s *factBuilder) putAt(path []string, v value.Value, from string) {
	if !v.IsNil() {
		s.add(leaf{path: path, value: v, from: from})
	}
}

// text is put for a string; the empty one is no value.
func (s *factBuilder) text(name, text, from string) { s.textAt(strings.Split(name, "."), text, from) }

// textAt is text for names that may hold dots.
func (s *factBuilder) textAt(path []string, text, from string) {
	if text != "" {
		s.putAt(path, value.Str(text), from)
	}
}

// note adds to the last leaf how it was decided.
func (s *factBuilder) note(text string) { s.leaves[len(s.leaves)-1].note = text }

// fail writes down why a leaf, or the whole fact, cannot be had.
func (s *factBuilder) fail(name, from string, err error) {
	s.failAt(strings.Split(name, "."), from, err)
}

// failAt is fail for names that may hold dots.
func (s *factBuilder) failAt(path []string, from string, err error) {
	s.add(leaf{path: path, from: from, err: err})
}

// miss writes down why a leaf that may be there is not known. It is told to who
// asks for it, and not listed.
func (s *factBuilder) miss(path []string, from string, err error) {
	if err != nil {
		s.missed = append(s.missed, leaf{path: path, from: from, err: err})
	}
}

// lineAt puts what a small file holds; of one that may not be read the leaf is
// missed.
func (s *factBuilder) lineAt(ctx context.Context, look host.Reader, path []string, file string) {
	text, err := small(ctx, look, file)
	s.miss(path, file, err)
	s.textAt(path, text, file)
}

// tree writes down a value at a path, a map as a leaf for each of its ends; later
// ones replace earlier ones of the same path.
func (s *factBuilder) tree(path []string, v value.Value, from string) {
	if len(v.Pairs()) == 0 {
		s.add(leaf{path: path, value: v, from: from})
		return
	}
	seen := map[string]bool{}
	pairs := v.Pairs()
	for i := len(pairs) - 1; i >= 0; i-- {
		if key := pairs[i].Key.Text(); !seen[key] {
			seen[key] = true
			s.tree(join(path, key), pairs[i].Value, from)
		}
	}
}

func join(at []string, name string) []string { return append(at[:len(at):len(at)], name) }
