package facts

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"ralsh/facts/leaf"
	"ralsh/ral/value"
)

// Names returns the names of the top-level facts that a host may have, sorted.
// It reads files and runs executables.
func (f *Facts) Names(ctx context.Context) []string {
	s := f.loaded(ctx)
	f.begin(ctx, s)
	names := f.quick(s)
	for _, name := range f.given(ctx, s, s.files) {
		names[name] = true
	}
	f.makeIndex(s)
	return s.top(names)
}

// Known returns the names known so far, sorted. It does not block.
func (f *Facts) Known() []string {
	f.mu.Lock()
	s := f.now
	f.mu.Unlock()
	names := map[string]bool{}
	for _, r := range f.core {
		for _, name := range r.facts {
			names[name] = names[name] || !r.named
		}
	}
	maps.DeleteFunc(names, func(_ string, listed bool) bool { return !listed })
	select {
	case <-s.done:
	default:
		// The rest of the snapshot is unknown at this time.
		return slices.Sorted(maps.Keys(names))
	}
	f.mu.Lock()
	runs := slices.Clone(s.runs)
	f.mu.Unlock()
	maps.Copy(names, f.quick(s))
	for _, i := range s.files {
		if runs[i] != nil && runs[i].over() {
			for _, name := range runs[i].names() {
				names[name] = true
			}
		}
	}
	return s.top(names)
}

// over reports whether the run has ended.
func (r *run) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// quick returns the names that are known before any file is read.
func (*Facts) quick(s *snapshot) map[string]bool {
	names := map[string]bool{}
	for name, by := range s.byName {
		if slices.ContainsFunc(by, func(i int) bool { return !s.resolutions[i].named }) {
			names[name] = true
		}
	}
	return names
}

// given returns the names of facts in files, after waiting for the files.
func (f *Facts) given(ctx context.Context, s *snapshot, files []int) []string {
	var names []string
	for _, i := range files {
		if r, err := f.wait(ctx, s, i); err == nil {
			names = append(names, r.names()...)
		}
	}
	return names
}

// top sorts names; if dots nest, it omits names below other names.
func (s *snapshot) top(names map[string]bool) []string {
	if s.config.nest {
		for name := range maps.Clone(names) {
			if top, _, dotted := strings.Cut(name, "."); dotted {
				delete(names, name)
				names[top] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// begin starts every resolution that a list of all facts contains, concurrently.
func (f *Facts) begin(ctx context.Context, s *snapshot) {
	for i := range s.resolutions {
		if !s.resolutions[i].named {
			f.start(ctx, s, i)
		}
	}
}

// All returns every top-level fact that exists or has an error, sorted by name.
// They are read concurrently.
func (f *Facts) All(ctx context.Context) []Fact {
	var all []Fact
	for _, name := range f.Names(ctx) {
		if fact := f.Get(ctx, name); fact.there() {
			all = append(all, fact)
		}
	}
	return all
}

// Each passes each fact to put as soon as it is read, including facts that do not exist.
// It returns after all facts. put may be called concurrently.
func (f *Facts) Each(ctx context.Context, put func(Fact)) {
	s := f.loaded(ctx)
	f.begin(ctx, s)
	first := f.quick(s)
	var wg sync.WaitGroup
	for _, name := range s.top(maps.Clone(first)) {
		wg.Go(func() { put(f.Get(ctx, name)) })
	}
	for _, name := range f.Names(ctx) {
		if !first[name] {
			wg.Go(func() { put(f.Get(ctx, name)) })
		}
	}
	wg.Wait()
}

// Tree returns all facts as a map, sorted by name at every level. A fact that cannot be
// read is an unknown value with the reason.
func (f *Facts) Tree(ctx context.Context) value.Value {
	var pairs []value.Pair
	for _, fact := range f.All(ctx) {
		v := fact.Value
		if fact.Err != nil {
			v = value.Unread(fact.Err.Reason())
		}
		pairs = append(pairs, value.Pair{Key: value.Str(fact.Name), Value: v})
	}
	return value.MapOf(pairs...)
}

// nested adds to a fact the facts whose names begin with its name and a dot
// (force-dot-resolution).
func (f *Facts) nested(ctx context.Context, s *snapshot, fact Fact) Fact {
	for _, name := range f.below(ctx, s, fact.Name) {
		part := f.search(ctx, s, name, f.order(s, name))
		if part.Value.IsNil() {
			continue
		}
		path := strings.Split(name, ".")
		fact.Leaves = slices.DeleteFunc(slices.Clone(fact.Leaves), func(l leaf.Leaf) bool { return starts(l.Path, path) || starts(path, l.Path) })
		for _, l := range part.Leaves {
			l.Path = append(slices.Clone(path), l.Path[1:]...)
			fact.Leaves = append(fact.Leaves, l)
		}
		fact.From, fact.Tried, fact.Err = listed(fact.From, part.From), append(fact.Tried, part.Tried...), nil
		slices.SortStableFunc(fact.Leaves, func(a, b leaf.Leaf) int { return slices.Compare(a.Path, b.Path) })
		fact.Value = grow(fact.Leaves, 1)
	}
	return fact
}

// below returns the names that begin with a fact's name and a dot, sorted.
func (f *Facts) below(ctx context.Context, s *snapshot, name string) []string {
	read, ok := f.readIndex(s)
	if !ok {
		names := f.quick(s)
		for _, given := range f.given(ctx, s, s.files) {
			names[given] = true
		}
		read = index{dotted: byPrefix(names)}
	}
	return read.dotted[name]
}

func starts(path, with []string) bool {
	return len(path) >= len(with) && slices.Equal(path[:len(with)], with)
}

func listed(a, b string) string {
	if a == "" || b == "" || a == b {
		return a + b
	}
	return a + ", " + b
}

// TreeWithout returns Tree, or TreeWithLegacy, without some facts, and does not run
// their resolutions.
func (f *Facts) TreeWithout(ctx context.Context, legacy bool, left func(name string) bool) value.Value {
	s := f.loaded(ctx)
	for i, r := range s.resolutions {
		if len(r.facts) != 1 || !left(r.facts[0]) {
			f.start(ctx, s, i)
		}
	}
	names := f.quick(s)
	for _, name := range f.given(ctx, s, s.files) {
		names[name] = true
	}
	var pairs []value.Pair
	taken := map[string]bool{}
	add := func(name string, v value.Value) {
		if taken[name] = true; !v.IsNil() {
			pairs = append(pairs, value.Pair{Key: value.Str(name), Value: v})
		}
	}
	for _, name := range s.top(names) {
		if !left(name) {
			add(name, f.Get(ctx, name).Value)
		}
	}
	if legacy && !s.config.noLegacy {
		for _, name := range f.flatHere(ctx) {
			if !taken[name] && !left(name) {
				v, _ := f.Fact(ctx, name) // an unreadable fact is omitted
				add(name, v)
			}
		}
	}
	slices.SortFunc(pairs, func(a, b value.Pair) int { return strings.Compare(a.Key.Text(), b.Key.Text()) })
	return value.MapOf(pairs...)
}
