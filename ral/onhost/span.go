package onhost

import (
	"context"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Span is a call of a provider, with its duration.
type Span struct {
	Provider *ral.Provider
	Work     Work
	Elapsed  time.Duration
}

// Work is the purpose of a call of a provider.
type Work string

// The kinds of work of a provider. A plan also calls it for changes, which it only
// records.
const (
	WorkTest     Work = "test"     // its tests: is it suitable
	WorkList     Work = "list"     // all instances
	WorkPrefetch Work = "prefetch" // reads for all its resources together
	WorkRead     Work = "read"     // a single resource
	WorkCompare  Work = "compare"  // is a property in sync
	WorkForesee  Work = "foresee"  // a prediction, such as apt-get -s
	WorkChange   Work = "change"   // a change, or a part of it
	WorkFinish   Work = "finish"   // the end of a run
)

type spansKey struct{}

// WithSpans returns a context in which fn is called with every call of a
// provider that has ended. fn is called concurrently and must not block.
func WithSpans(ctx context.Context, fn func(Span)) context.Context {
	return context.WithValue(ctx, spansKey{}, fn)
}

func spans(ctx context.Context) func(Span) {
	fn, _ := ctx.Value(spansKey{}).(func(Span))
	return fn
}

// measured is the provider of a run that reports its calls as spans.
type measured struct {
	p  *ral.Provider
	rd host.Reader
}

// call measures a call of the provider.
func call[T any](ctx context.Context, m measured, work Work, do func() (T, error)) (T, error) {
	fn := spans(ctx)
	if fn == nil {
		return do()
	}
	start := m.rd.Now()
	defer func() { fn(Span{m.p, work, m.rd.Since(start)}) }()
	return do()
}

// act is call for work without a result.
func act(ctx context.Context, m measured, work Work, do func() error) error {
	_, err := call(ctx, m, work, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

// reads returns the methods; the read-only methods report their time.
func (m measured) reads(o ral.Ops) ral.Ops {
	if f := o.List; f != nil {
		o.List = func(ctx context.Context, in *ral.Listing) error {
			return act(ctx, m, WorkList, func() error { return f(ctx, in) })
		}
	}
	if f := o.Group.Prefetch; f != nil {
		o.Group.Prefetch = func(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
			return act(ctx, m, WorkPrefetch, func() error { return f(ctx, rd, all) })
		}
	}
	if f := o.Retrieve; f != nil {
		o.Retrieve = func(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
			return call(ctx, m, WorkRead, func() (*ral.Instance, error) { return f(ctx, rd, r) })
		}
	}
	if f := o.RetrieveSelected; f != nil {
		o.RetrieveSelected = func(ctx context.Context, rd host.Reader, r *ral.Resource, selected func(*ral.Attribute) bool) (*ral.Instance, error) {
			return call(ctx, m, WorkRead, func() (*ral.Instance, error) { return f(ctx, rd, r, selected) })
		}
	}
	if f := o.Resolve; f != nil {
		o.Resolve = func(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Attr, error) {
			return call(ctx, m, WorkRead, func() ([]ral.Attr, error) { return f(ctx, rd, r) })
		}
	}
	if f := o.Exists; f != nil {
		o.Exists = func(ctx context.Context, rd host.Reader, r *ral.Resource) (bool, error) {
			return call(ctx, m, WorkRead, func() (bool, error) { return f(ctx, rd, r) })
		}
	}
	if f := o.Get; f != nil {
		o.Get = func(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) (value.Value, error) {
			return call(ctx, m, WorkRead, func() (value.Value, error) { return f(ctx, rd, r, attr) })
		}
	}
	if f := o.Ask; f != nil {
		o.Ask = func(ctx context.Context, rd host.Reader, r *ral.Resource, method string) (value.Value, error) {
			return call(ctx, m, WorkRead, func() (value.Value, error) { return f(ctx, rd, r, method) })
		}
	}
	if f := o.Finish; f != nil {
		o.Finish = func(ctx context.Context, rd host.Reader) error {
			return act(ctx, m, WorkFinish, func() error { return f(ctx, rd) })
		}
	}
	return m.judges(o)
}

// judges is reads for the methods that compare and foresee.
func (m measured) judges(o ral.Ops) ral.Ops {
	if f := o.InSync; f != nil {
		o.InSync = func(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (same, known bool, err error) {
			same, err = call(ctx, m, WorkCompare, func() (ok bool, err error) {
				ok, known, err = f(ctx, rd, r, attr, is, should)
				return ok, err
			})
			return same, known, err
		}
	}
	if f := o.Predict; f != nil {
		o.Predict = func(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
			return call(ctx, m, WorkForesee, func() (ral.Prediction, error) { return f(ctx, rd, r, attr, should) })
		}
	}
	if f := o.Precheck; f != nil {
		o.Precheck = func(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
			return act(ctx, m, WorkForesee, func() error { return f(ctx, rd, planned, r, attr, should) })
		}
	}
	return o
}

// writes returns the methods; the methods that change the host report their time.
func (m measured) writes(o ral.Ops) ral.Ops {
	for _, f := range []*func(context.Context, host.Writer, *ral.Resource) error{&o.Create, &o.Destroy, &o.Flush, &o.Refresh} {
		if do := *f; do != nil {
			*f = func(ctx context.Context, wr host.Writer, r *ral.Resource) error {
				return act(ctx, m, WorkChange, func() error { return do(ctx, wr, r) })
			}
		}
	}
	if f := o.Set; f != nil {
		o.Set = func(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
			return act(ctx, m, WorkChange, func() error { return f(ctx, wr, r, attr, should) })
		}
	}
	if f := o.Group.Write; f != nil {
		o.Group.Write = func(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
			errs, _ := call(ctx, m, WorkChange, func() ([]error, error) { return f(ctx, wr, all), nil })
			return errs
		}
	}
	if f := o.Call; f != nil {
		o.Call = func(ctx context.Context, wr host.Writer, r *ral.Resource, method string) error {
			return act(ctx, m, WorkChange, func() error { return f(ctx, wr, r, method) })
		}
	}
	return o
}
