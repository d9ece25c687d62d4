package facts

import (
	"context"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// factBuilder collects the leaves of a resolution, each with its source and the
// time since the previous leaf.
type factBuilder struct {
	leaves []leaf
	missed []leaf // may exist in a file without read permission
	now    func() time.Time
	last   time.Time

	unsuitable string // why the resolution does not apply to this host
	source     Source // other properties of a file
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

// put adds a leaf by dotted name; a nil value is not added.
func (b *factBuilder) put(name string, v value.Value, from string) {
	b.putAt(strings.Split(name, "."), v, from)
}

// putAt is put for names that may contain dots.
func (b *factBuilder) putAt(path []string, v value.Value, from string) {
	if !v.IsNil() {
		b.add(leaf{path: path, value: v, from: from})
	}
}

// text is put for a string; an empty string is not added.
func (b *factBuilder) text(name, text, from string) { b.textAt(strings.Split(name, "."), text, from) }

// textAt is text for names that may contain dots.
func (b *factBuilder) textAt(path []string, text, from string) {
	if text != "" {
		b.putAt(path, value.Str(text), from)
	}
}

// note adds to the last leaf how it was determined.
func (b *factBuilder) note(text string) { b.leaves[len(b.leaves)-1].note = text }

// fail records why a leaf or the fact lacks a value.
func (b *factBuilder) fail(name, from string, err error) {
	b.failAt(strings.Split(name, "."), from, err)
}

// failAt is fail for names that may contain dots.
func (b *factBuilder) failAt(path []string, from string, err error) {
	b.add(leaf{path: path, from: from, err: err})
}

// miss records why an optional leaf is unknown. A query of the leaf reports it; listings
// omit it.
func (b *factBuilder) miss(path []string, from string, err error) {
	if err != nil {
		b.missed = append(b.missed, leaf{path: path, from: from, err: err})
	}
}

// lineAt adds the content of a small file; if it cannot be read, the leaf is
// missed.
func (b *factBuilder) lineAt(ctx context.Context, rd host.Reader, path []string, file string) {
	text, err := small(ctx, rd, file)
	b.miss(path, file, err)
	b.textAt(path, text, file)
}

// tree adds a value at a path, a map as a leaf for each of its ends. Later values
// replace earlier values of the same path.
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
