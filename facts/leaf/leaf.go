// Package leaf has the leaves of facts: each value with its source, or the reason why it
// is missing.
package leaf

import (
	"slices"
	"strings"
	"time"

	"ralsh/ral/value"
)

// Leaf is a value inside a fact, or the fact. A list is a leaf.
type Leaf struct {
	Name    string   // dotted name: os.release.major
	Path    []string // steps of the name; a step may contain dots, for example the interface eth0.100
	Value   value.Value
	From    string        // "/proc/meminfo", "uname(2)", "blkid (command)", "PATH (environment)"
	Note    string        // how it was derived: "ID=debian is of the family Debian"
	Err     error         // why the value is missing
	Elapsed time.Duration // since the previous leaf
}

// New returns the leaf at a path.
func New(path []string, v value.Value, from string) Leaf {
	return Leaf{Name: strings.Join(path, "."), Path: path, Value: v, From: from}
}

func missing(path []string, from string, err error) Leaf {
	l := New(path, value.Value{}, from)
	l.Err = err
	return l
}

// Builder collects the leaves of a resolution, each with the time since the previous leaf.
type Builder struct {
	Leaves     []Leaf
	Missed     []Leaf // may exist in a file without read permission
	Unsuitable string // why the resolution does not apply to this host

	now  func() time.Time
	last time.Time
}

// NewBuilder returns a builder with the clock of the host.
func NewBuilder(now func() time.Time) Builder { return Builder{now: now, last: now()} }

func (b *Builder) add(l Leaf) {
	now := b.now()
	l.Elapsed, b.last = now.Sub(b.last), now
	b.Leaves = append(b.Leaves, l)
}

// Put adds a leaf by dotted name; a nil value is not added.
func (b *Builder) Put(name string, v value.Value, from string) {
	b.PutAt(strings.Split(name, "."), v, from)
}

// PutAt is Put for names that may contain dots.
func (b *Builder) PutAt(path []string, v value.Value, from string) {
	if !v.IsNil() {
		b.add(New(path, v, from))
	}
}

// Text is Put for a string; an empty string is not added.
func (b *Builder) Text(name, text, from string) { b.TextAt(strings.Split(name, "."), text, from) }

// TextAt is Text for names that may contain dots.
func (b *Builder) TextAt(path []string, text, from string) {
	if text != "" {
		b.PutAt(path, value.Str(text), from)
	}
}

// Note adds to the last leaf how it was determined.
func (b *Builder) Note(text string) { b.Leaves[len(b.Leaves)-1].Note = text }

// Fail records why a leaf or the fact lacks a value.
func (b *Builder) Fail(name, from string, err error) {
	b.FailAt(strings.Split(name, "."), from, err)
}

// FailAt is Fail for names that may contain dots.
func (b *Builder) FailAt(path []string, from string, err error) {
	b.add(missing(path, from, err))
}

// Miss records why an optional leaf is unknown. A query of the leaf reports it; listings
// omit it.
func (b *Builder) Miss(path []string, from string, err error) {
	if err != nil {
		b.Missed = append(b.Missed, missing(path, from, err))
	}
}

// Tree adds a value at a path, a map as a leaf for each of its ends. Later values
// replace earlier values of the same path.
func (b *Builder) Tree(path []string, v value.Value, from string) {
	if len(v.Pairs()) == 0 {
		b.add(New(path, v, from))
		return
	}
	seen := map[string]bool{}
	pairs := v.Pairs()
	for i := len(pairs) - 1; i >= 0; i-- {
		if key := pairs[i].Key.Text(); !seen[key] {
			seen[key] = true
			b.Tree(append(slices.Clip(path), key), pairs[i].Value, from)
		}
	}
}
