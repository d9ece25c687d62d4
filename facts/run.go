package facts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// run is a run of a resolution.
type run struct {
	done      chan struct{}
	until     time.Time
	found     *result
	elapsed   time.Duration
	recursive bool         // the resolution depends on its result
	waits     map[*run]int // number of other runs that it waits for, guarded by Facts.mu
	callers   callers
}

func (f *Facts) start(ctx context.Context, s *snapshot, i int) *run {
	f.mu.Lock()
	defer f.mu.Unlock()
	by := &s.resolutions[i]
	if s.runs[i] != nil {
		f.join(ctx, s, i)
		return s.runs[i]
	}
	r := &run{done: make(chan struct{}), until: time.Now().Add(by.wait()), waits: map[*run]int{}}
	s.runs[i] = r
	// Other callers may wait for it, so it does not end with the first caller.
	own, stop := context.WithCancel(context.WithValue(context.WithoutCancel(ctx), runKey{}, r))
	r.callers.stop = stop
	f.join(ctx, s, i)
	go r.do(own, f.rd, by, s)
	return r
}

func (r *run) do(ctx context.Context, rd host.Reader, by *resolution, s *snapshot) {
	defer close(r.done)
	ctx, cancel := context.WithDeadline(ctx, r.until)
	defer cancel()
	defer r.callers.stop()
	began := rd.Now()
	found := &result{Builder: leaf.NewBuilder(rd.Now)}
	if !s.kept.recall(by, found) {
		by.find(ctx, rd.Allow(by.queries...), found)
		s.kept.keep(by, found)
	}
	slices.SortStableFunc(found.Leaves, func(a, b leaf.Leaf) int { return slices.Compare(a.Path, b.Path) })
	r.elapsed = rd.Now().Sub(began)
	r.found = found
}

// wait returns at the deadline even if a read blocks, as on an unreachable
// network file system.
func (f *Facts) wait(ctx context.Context, s *snapshot, i int) (*run, error) {
	r := f.start(ctx, s, i)
	select {
	case <-r.done:
		return r, nil
	default:
	}
	if me, inside := ctx.Value(runKey{}).(*run); inside {
		if !f.enter(me, r) {
			return nil, errRecursion
		}
		defer f.leave(me, r)
	}
	timer := time.NewTimer(time.Until(r.until))
	defer timer.Stop()
	select {
	case <-r.done:
		return r, nil
	case <-ctx.Done():
		if f.leaveCaller(s, i, r, ctx.Done()) {
			r.ends(stopping)
		}
		return nil, cancelled{context.Cause(ctx)}
	case <-timer.C:
		return nil, fmt.Errorf("no answer in %s: %w", s.resolutions[i].wait(), context.DeadlineExceeded)
	}
}

// runKey is the context key of the current run.
type runKey struct{}

// errRecursion is returned to a resolution that waits for itself.
var errRecursion = errors.New("the fact depends on itself")

// enter records that a run waits for other, unless other waits for it.
func (f *Facts) enter(me, other *run) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if me == other || other.waitsFor(me) {
		me.recursive = true
		return false
	}
	me.waits[other]++
	return true
}

func (f *Facts) leave(me, other *run) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if me.waits[other]--; me.waits[other] == 0 {
		delete(me.waits, other)
	}
}

func (r *run) waitsFor(other *run) bool {
	for next := range r.waits {
		if next == other || next.waitsFor(other) {
			return true
		}
	}
	return false
}

// gives reports whether the run provides a fact.
func (r *run) gives(name string) bool { return len(r.of(name)) > 0 }

// of returns the leaves of a fact, which are adjacent because leaves are sorted.
func (r *run) of(name string) []leaf.Leaf {
	leaves := r.found.Leaves
	from, _ := slices.BinarySearchFunc(leaves, name, func(l leaf.Leaf, name string) int { return strings.Compare(l.Path[0], name) })
	to := from
	for to < len(leaves) && leaves[to].Path[0] == name {
		to++
	}
	return leaves[from:to]
}

// names returns the facts that the run provides, sorted.
func (r *run) names() []string {
	var names []string
	for _, l := range r.found.Leaves {
		if len(names) == 0 || names[len(names)-1] != l.Path[0] {
			names = append(names, l.Path[0])
		}
	}
	return names
}

// fact returns a fact of the run, without blocked leaves.
func (r *run) fact(name string, c Config) Fact {
	fact := Fact{Name: name, Elapsed: r.elapsed}
	var from []string
	for _, l := range r.of(name) {
		if c.blocks(l.Name) {
			fact.Absent = append(fact.Absent, leaf.Leaf{Name: l.Name, Path: l.Path, From: l.From, Err: c.blockedBy()})
			continue
		}
		if l.From != "" && !slices.Contains(from, l.From) {
			from = append(from, l.From)
		}
		fact.Leaves = append(fact.Leaves, l)
	}
	for _, l := range r.found.Missed {
		if l.Path[0] == name {
			fact.Absent = append(fact.Absent, l)
		}
	}
	fact.From = strings.Join(from, ", ")
	switch {
	case len(fact.Leaves) == 0:
	case len(fact.Leaves[0].Path) == 1 && fact.Leaves[0].Err != nil:
		fact.Err = &Error{Name: name, Err: fact.Leaves[0].Err}
	default:
		fact.Value = grow(fact.Leaves, 1)
	}
	return fact
}
