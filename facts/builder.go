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

func newFactBuilder(now func() time.Time) *factBuilder { return &factBuilder{now: now, last: now()} }

func (b *factBuilder) add(l leaf) {
	now := b.now()
	l.elapsed, b.last = now.Sub(b.last), now
	b.leaves = append(b.leaves, l)
}

// put writes down a leaf by its dotted name; no value is no leaf.
func (b *factBuilder) put(name string, v value.Value, from string) {
	b.putAt(strings.Split(name, "."), v, from)
}

// putAt is put for names that may hold dots.
func (b *factBuilder) putAt(path []string, v value.Value, from string) {
	if !v.IsNil() {
		b.add(leaf{path: path, value: v, from: from})
	}
}

// text is put for a string; the empty one is no value.
func (b *factBuilder) text(name, text, from string) { b.textAt(strings.Split(name, "."), text, from) }

// textAt is text for names that may hold dots.
func (b *factBuilder) textAt(path []string, text, from string) {
	if text != "" {
		b.putAt(path, value.Str(text), from)
	}
}

// note adds to the last leaf how it was decided.
func (b *factBuilder) note(text string) { b.leaves[len(b.leaves)-1].note = text }

// fail writes down why a leaf, or the whole fact, cannot be had.
func (b *factBuilder) fail(name, from string, err error) {
	b.failAt(strings.Split(name, "."), from, err)
}

// failAt is fail for names that may hold dots.
func (b *factBuilder) failAt(path []string, from string, err error) {
	b.add(leaf{path: path, from: from, err: err})
}

// miss writes down why a leaf that may be there is not known. It is shown to who
// asks for it, and not listed.
func (b *factBuilder) miss(path []string, from string, err error) {
	if err != nil {
		b.missed = append(b.missed, leaf{path: path, from: from, err: err})
	}
}

// lineAt puts what a small file holds; of an unreadable file the leaf is
// missed.
func (b *factBuilder) lineAt(ctx context.Context, rd host.Reader, path []string, file string) {
	text, err := small(ctx, rd, file)
	b.miss(path, file, err)
	b.textAt(path, text, file)
}

// tree writes down a value at a path, a map as a leaf for each of its ends; later
// ones replace earlier ones of the same path.
func (b *factBuilder) tree(path []string, v value.Value, from string) {
	if len(v.Pairs()) == 0 {
		b.add(leaf{path: path, value: v, from: from})
		return
	}
	seen := map[string]bool{}
	pairs := v.Pairs()
	for i := len(pairs) - 1; i >= 0; i-- {
		if key := pairs[i].Key.Text(); !seen[key] {
			seen[key] = true
			b.tree(join(path, key), pairs[i].Value, from)
		}
	}
}

func join(at []string, name string) []string { return append(at[:len(at):len(at)], name) }
