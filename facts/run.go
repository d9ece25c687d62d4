package facts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ralsh/ral/host"
)

// run is one run of one resolution.
type run struct {
	done    chan struct{}
	until   time.Time
	found   *sheet
	elapsed time.Duration
}

func (f *Facts) start(ctx context.Context, i int) *run {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.runs[i] != nil {
		return f.runs[i]
	}
	r := &run{done: make(chan struct{}), until: time.Now().Add(Deadline)}
	f.runs[i] = r
	// Others may come to wait for it, so that it does not end with the caller.
	go r.do(context.WithoutCancel(ctx), f.look, f.resolutions[i])
	return r
}

func (r *run) do(ctx context.Context, look host.Look, by resolution) {
	defer close(r.done)
	ctx, cancel := context.WithDeadline(ctx, r.until)
	defer cancel()
	began := look.Now()
	found := newSheet(look.Now)
	by.find(ctx, look.Allow(by.queries...), found)
	slices.SortStableFunc(found.leaves, func(a, b leaf) int { return slices.Compare(a.path, b.path) })
	r.elapsed = look.Now().Sub(began)
	r.found = found
}

// wait gives up at the deadline also when a read does not come back, as one on
// a dead network file system.
func (f *Facts) wait(ctx context.Context, i int) (*run, error) {
	r := f.start(ctx, i)
	select {
	case <-r.done:
		return r, nil
	default:
	}
	timer := time.NewTimer(time.Until(r.until))
	defer timer.Stop()
	select {
	case <-r.done:
		return r, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-timer.C:
		return nil, fmt.Errorf("no answer in %s: %w", Deadline, context.DeadlineExceeded)
	}
}

func (r *run) fact(name string) Fact {
	fact := Fact{Name: name, Elapsed: r.elapsed}
	var mine []leaf
	var from []string
	for _, l := range r.found.leaves {
		if l.path[0] != name {
			continue
		}
		mine = append(mine, l)
		if l.from != "" && !slices.Contains(from, l.from) {
			from = append(from, l.from)
		}
		fact.Leaves = append(fact.Leaves, Leaf{
			Name: strings.Join(l.path, "."), Path: l.path, Value: l.value, From: l.from, Note: l.note, Err: l.err, Elapsed: l.elapsed,
		})
	}
	fact.From = strings.Join(from, ", ")
	switch {
	case len(mine) == 0:
	case len(mine[0].path) == 1 && mine[0].err != nil:
		fact.Err = &Error{Name: name, Err: mine[0].err}
	default:
		fact.Value = grow(mine, 1)
	}
	return fact
}
