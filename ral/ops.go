package ral

import (
	"context"
	"slices"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Ops are the methods of a behaviour; a nil function means that it has none.
type Ops struct {
	List       func(ctx context.Context, in *Listing) error
	Prefetch   func(ctx context.Context, rd host.Reader, all []*Resource) error
	Retrieve   func(ctx context.Context, rd host.Reader, r *Resource) (*Instance, error)
	Resolve    func(ctx context.Context, rd host.Reader, r *Resource) ([]Attr, error)
	Exists     func(ctx context.Context, rd host.Reader, r *Resource) (bool, error)
	Get        func(ctx context.Context, rd host.Reader, r *Resource, attr string) (value.Value, error)
	Create     func(ctx context.Context, wr host.Writer, r *Resource) error
	Destroy    func(ctx context.Context, wr host.Writer, r *Resource) error
	Set        func(ctx context.Context, wr host.Writer, r *Resource, attr string, should value.Value) error
	Call       func(ctx context.Context, wr host.Writer, r *Resource, method string) error
	SetBatch   func(ctx context.Context, wr host.Writer, all []*Resource) error
	Flush      func(ctx context.Context, wr host.Writer, r *Resource) error
	FlushBatch func(ctx context.Context, wr host.Writer, all []*Resource) []error
	CanBatch   func(ctx context.Context, rd host.Reader, first, r *Resource) bool
	Forget     func()
	Refresh    func(ctx context.Context, wr host.Writer, r *Resource) error
	InSync     func(ctx context.Context, rd host.Reader, r *Resource, attr string, is, should value.Value) (bool, bool, error)
	Predict    func(ctx context.Context, rd host.Reader, r *Resource, attr string, should value.Value) (Prediction, error)
	Precheck   func(ctx context.Context, rd host.Reader, planned PlannedState, r *Resource, attr string, should value.Value) error
	Finish     func(ctx context.Context, rd host.Reader) error
	// Methods are the names that Call accepts. A feature may require them.
	Methods []string
	// Getters are the properties that Get reads, nil for all. Other properties
	// come from Retrieve or the listing.
	Getters []string
}

// OpsOf returns the methods of a behaviour. An Ops is returned unchanged.
func OpsOf(x any) Ops {
	if ops, ok := x.(Ops); ok {
		return ops
	}
	var o Ops
	if b, ok := x.(Lister); ok {
		o.List = b.List
	}
	if b, ok := x.(Prefetcher); ok {
		o.Prefetch = b.Prefetch
	}
	if b, ok := x.(Retriever); ok {
		o.Retrieve = b.Retrieve
	}
	if b, ok := x.(Resolver); ok {
		o.Resolve = b.Resolve
	}
	if b, ok := x.(Exister); ok {
		o.Exists = b.Exists
	}
	if b, ok := x.(Getter); ok {
		o.Get = b.Get
	}
	if b, ok := x.(Creator); ok {
		o.Create = b.Create
	}
	if b, ok := x.(Destroyer); ok {
		o.Destroy = b.Destroy
	}
	if b, ok := x.(Setter); ok {
		o.Set = b.Set
	}
	if b, ok := x.(Caller); ok {
		o.Call = b.Call
	}
	if b, ok := x.(MethodLister); ok {
		o.Methods = b.Methods()
	}
	if b, ok := x.(BatchSetter); ok {
		o.SetBatch = b.SetBatch
	}
	if b, ok := x.(Flusher); ok {
		o.Flush = b.Flush
	}
	if b, ok := x.(BatchFlusher); ok {
		o.FlushBatch = b.FlushBatch
	}
	if b, ok := x.(Batcher); ok {
		o.CanBatch = b.CanBatch
	}
	if b, ok := x.(Forgetter); ok {
		o.Forget = b.Forget
	}
	if b, ok := x.(Refresher); ok {
		o.Refresh = b.Refresh
	}
	if b, ok := x.(InSyncer); ok {
		o.InSync = b.InSync
	}
	if b, ok := x.(Predictor); ok {
		o.Predict = b.Predict
	}
	if b, ok := x.(Prechecker); ok {
		o.Precheck = b.Precheck
	}
	if b, ok := x.(RunFinisher); ok {
		o.Finish = b.Finish
	}
	return o
}

// Hash reports whether one resource is read by listing all, because no method
// reads all of a single one.
func (o Ops) Hash() bool {
	return o.List != nil && o.Retrieve == nil && (o.Get == nil || o.Getters != nil)
}

// gets reports whether Get reads a property.
func (o Ops) gets(attr string) bool {
	return o.Get != nil && (o.Getters == nil || slices.Contains(o.Getters, attr))
}

// Writes reports whether the provider can change any property.
func (o Ops) Writes() bool { return o.Set != nil || o.Flush != nil || o.Create != nil || o.Call != nil }

func (o Ops) hasAll(methods []string) bool {
	for _, m := range methods {
		if !o.has(m) {
			return false
		}
	}
	return true
}

func (o Ops) has(method string) bool {
	switch method {
	case "List":
		return o.List != nil
	case "Create":
		return o.Create != nil
	case "Destroy":
		return o.Destroy != nil
	case "Set":
		return o.Set != nil
	case "Flush":
		return o.Flush != nil
	case "Refresh":
		return o.Refresh != nil
	case "Foresee":
		return o.Predict != nil
	}
	return slices.Contains(o.Methods, method)
}
