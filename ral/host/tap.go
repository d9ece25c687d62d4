package host

import (
	"context"
	"time"
)

// TapAfter returns a Writer that calls fn after each act with its outcome. The
// Result is that of a command, for a request and a copy only its duration, otherwise zero.
// Removing a missing file is not an act. fn may be called concurrently.
func TapAfter(wr Writer, fn func(Act, Result, error)) Writer {
	wr.be = tapAfter{wr.be, fn}
	return wr
}

type tapAfter struct {
	WriteBackend
	fn func(Act, Result, error)
}

func (t tapAfter) Do(ctx context.Context, a Action) (Result, error) {
	a, ok := a.describe(ctx, t.WriteBackend)
	if !ok {
		return t.WriteBackend.Do(ctx, a)
	}
	start := t.Now()
	res, err := t.WriteBackend.Do(ctx, a)
	text, took := Result{}, t.Now().Sub(start)
	switch {
	case a.Kind == ActRun:
		text = res
	case a.Kind == ActRequest:
		text.Elapsed = took
	case a.Source != nil:
		text.Elapsed = took.Truncate(time.Millisecond)
	}
	t.fn(*a.description, text, err)
	return res, err
}

// TapBefore returns a Writer that calls fn before each act, so that a journal
// can write it to the disk first. If fn returns an error, the act is not tried
// and fails with that error. Before is the content of a removed file, if it can
// be read. Removing a missing file is not an act. fn may be called
// concurrently.
func TapBefore(wr Writer, fn func(Act) error) Writer {
	wr.be = tapBefore{wr.be, fn}
	return wr
}

type tapBefore struct {
	WriteBackend
	fn func(Act) error
}

func (t tapBefore) Do(ctx context.Context, a Action) (Result, error) {
	a, ok := a.describe(ctx, t.WriteBackend)
	if !ok {
		return t.WriteBackend.Do(ctx, a)
	}
	act := *a.description
	switch {
	case a.Kind == ActRun:
		act = act.withTrees(ctx, t.WriteBackend, *a.Command)
	case a.Kind == ActRemove && act.Prior != nil && act.Prior.Kind == "file":
		act.Before, act.Long = previous(ctx, t.WriteBackend, a.Path, act.Prior.Size)
	}
	if err := t.fn(act); err != nil {
		return Result{Exit: -1}, err
	}
	return t.WriteBackend.Do(ctx, a)
}
