// Package facts says what a host is, in Facter's names and shapes.
//
// A fact is found by its resolutions, each of which runs when it is first asked
// for, and once. It stands alone: it has a deadline of its own, and one that
// cannot be had says why and hides no other. Everything is read through host.Look, so that a
// frozen file tree and a host below another root have facts as well.
package facts

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Deadline is how long one resolution may take.
const Deadline = 10 * time.Second

// Facts are the facts of one host. It is safe for concurrent use.
type Facts struct {
	look        host.Look
	resolutions []resolution
	byName      map[string][]int // the indices of a fact's resolutions, heaviest first

	mu   sync.Mutex
	runs []*run // by the index of the resolution
}

// New returns the facts of the host that look sees. Nothing is read yet.
func New(look host.Look) *Facts {
	return resolve(look, core())
}

func resolve(look host.Look, resolutions []resolution) *Facts {
	f := &Facts{look: look, resolutions: resolutions, byName: map[string][]int{}}
	for i, r := range resolutions {
		for _, name := range r.facts {
			f.byName[name] = append(f.byName[name], i)
		}
	}
	for _, list := range f.byName {
		slices.SortStableFunc(list, func(a, b int) int { return resolutions[b].weight - resolutions[a].weight })
	}
	f.Refresh()
	return f
}

// Refresh forgets what was read; whoever waits still gets what is being read.
func (f *Facts) Refresh() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs = make([]*run, len(f.resolutions))
}

// Names are the names of the top-level facts that a host may have, sorted.
func (f *Facts) Names() []string {
	return slices.Sorted(maps.Keys(f.byName))
}

// Fact is the value of one fact: "kernel", "os.release.major",
// "processors.models.0", or one of Facter's old flat names ("osfamily"). A fact
// that is not there is nil without an error. One that cannot be had is an
// *Error. A map may hold unknown values where only a part cannot be had.
func (f *Facts) Fact(ctx context.Context, name string) (value.Value, error) {
	old, isOld := flat(name)
	if isOld {
		name = old.path
	}
	top, rest, _ := strings.Cut(name, ".")
	fact := f.Get(ctx, strings.ToLower(top))
	if fact.Err != nil {
		return value.Value{}, fact.Err
	}
	got := fact.at(rest)
	if got.IsUnknown() {
		return value.Value{}, fact.errorAt(rest)
	}
	if isOld && old.make != nil {
		got = old.make(got)
	}
	return got, nil
}

// Select is the values of several facts by the names that were asked for,
// sorted; of all facts when there is no name. A fact that is not there or
// cannot be had is nil; the error joins the *Error of each that cannot.
func (f *Facts) Select(ctx context.Context, names ...string) (value.Value, error) {
	if len(names) == 0 {
		return f.Tree(ctx), nil
	}
	var problems []error
	var pairs []value.Pair
	names = slices.Clone(names)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		got, err := f.Fact(ctx, name)
		problems = append(problems, err)
		pairs = append(pairs, value.Pair{Key: value.Str(name), Value: got})
	}
	return value.MapOf(pairs...), errors.Join(problems...)
}

// Get is one top-level fact with where it is from. A fact that is not there has
// neither Value nor Err.
func (f *Facts) Get(ctx context.Context, name string) Fact {
	for _, i := range f.byName[name] {
		found, err := f.wait(ctx, i)
		if err != nil {
			return Fact{Name: name, Err: &Error{Name: name, Err: err}}
		}
		if fact := found.fact(name); fact.Err != nil || !fact.Value.IsNil() {
			return fact
		}
	}
	return Fact{Name: name}
}

// Asked is the top-level facts in which the names lie, sorted; all when there is
// no name.
func (f *Facts) Asked(ctx context.Context, names ...string) []Fact {
	if len(names) == 0 {
		return f.All(ctx)
	}
	tops := map[string]bool{}
	for _, name := range names {
		if old, ok := flat(name); ok {
			name = old.path
		}
		top, _, _ := strings.Cut(strings.ToLower(name), ".")
		tops[top] = true
	}
	var asked []Fact
	for _, top := range slices.Sorted(maps.Keys(tops)) {
		asked = append(asked, f.Get(ctx, top))
	}
	return asked
}

// All is every top-level fact that is there or says why it is not, sorted by
// name. They are read at the same time.
func (f *Facts) All(ctx context.Context) []Fact {
	for i := range f.resolutions {
		f.start(ctx, i)
	}
	var all []Fact
	for _, name := range f.Names() {
		if fact := f.Get(ctx, name); fact.Err != nil || !fact.Value.IsNil() {
			all = append(all, fact)
		}
	}
	return all
}

// Tree is all facts as one map, sorted by name at every level. What cannot be
// had is an unknown value with the reason.
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
