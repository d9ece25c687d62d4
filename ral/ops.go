package ral

import (
	"context"
	"slices"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Ops are the methods of a behaviour. Methods that it lacks are nil.
type Ops struct {
	List     func(ctx context.Context, in *Listing) error
	Retrieve func(ctx context.Context, rd host.Reader, r *Resource) (*Instance, error)
	// RetrieveSelected is the method of SelectiveRetriever.
	RetrieveSelected func(ctx context.Context, rd host.Reader, r *Resource, selected func(*Attribute) bool) (*Instance, error)

	Resolve func(ctx context.Context, rd host.Reader, r *Resource) ([]Attr, error)
	Create  func(ctx context.Context, wr host.Writer, r *Resource) error
	Destroy func(ctx context.Context, wr host.Writer, r *Resource) error
	Set     func(ctx context.Context, wr host.Writer, r *Resource, attr string, should value.Value) error
	Flush   func(ctx context.Context, wr host.Writer, r *Resource) error
	Group   Group
	Forget  func()
	// ForgetFiles is the method of FileForgetter.
	ForgetFiles func(paths []string)

	Refresh  func(ctx context.Context, wr host.Writer, r *Resource) error
	InSync   func(ctx context.Context, rd host.Reader, r *Resource, attr string, is, should value.Value) (bool, bool, error)
	Predict  func(ctx context.Context, rd host.Reader, r *Resource, attr string, should value.Value) (Prediction, error)
	Precheck func(ctx context.Context, rd host.Reader, planned PlannedState, r *Resource, attr string, should value.Value) error

	ModuleOps
}

// ModuleOps are the methods that only providers in modules have.
type ModuleOps struct {
	// Exists reports whether the resource exists. It takes precedence over the
	// listing.
	Exists func(ctx context.Context, rd host.Reader, r *Resource) (bool, error)
	// Get reads a property.
	Get func(ctx context.Context, rd host.Reader, r *Resource, attr string) (value.Value, error)
	// Getters are the properties that Get reads, nil for all. Other properties
	// come from Retrieve or the listing.
	Getters []string
	// Setters are the properties that Set sets, nil for all.
	Setters []string
	// Call calls the method that an Allowed value names in Call.
	Call func(ctx context.Context, wr host.Writer, r *Resource, method string) error
	// Methods are the names that Call and Ask accept. A feature may require them
	// (semantics.md T42).
	Methods []string
	// Ask calls a read-only method and returns its result.
	Ask func(ctx context.Context, rd host.Reader, r *Resource, method string) (value.Value, error)
	// Finish is called once at the end of a run.
	Finish func(ctx context.Context, rd host.Reader) error
}

// OpsOf returns the methods of a behaviour. An Ops is returned unchanged.
func OpsOf(x any) Ops {
	if ops, ok := x.(Ops); ok {
		return ops
	}
	var o Ops
	with(x, func(b Lister) { o.List = b.List })
	with(x, func(b Prefetcher) { o.Group.Prefetch = b.Prefetch })
	with(x, func(b Retriever) { o.Retrieve = b.Retrieve })
	with(x, func(b SelectiveRetriever) { o.RetrieveSelected = b.RetrieveSelected })
	with(x, func(b Resolver) { o.Resolve = b.Resolve })
	with(x, func(b Creator) { o.Create = b.Create })
	with(x, func(b Destroyer) { o.Destroy = b.Destroy })
	with(x, func(b Setter) { o.Set = b.Set })
	with(x, func(b Flusher) { o.Flush = b.Flush })
	with(x, func(b BatchWriter) { o.Group.Write, o.Group.Sets = b.WriteBatch, o.Flush == nil })
	with(x, func(b Batcher) { o.Group.Can = b.CanBatch })
	with(x, func(b Forgetter) { o.Forget = b.Forget })
	with(x, func(b FileForgetter) { o.ForgetFiles = b.ForgetFiles })
	with(x, func(b Refresher) { o.Refresh = b.Refresh })
	with(x, func(b InSyncer) { o.InSync = b.InSync })
	with(x, func(b Predictor) { o.Predict = b.Predict })
	with(x, func(b Prechecker) { o.Precheck = b.Precheck })
	return o
}

// with passes x to set if x implements T.
func with[T any](x any, set func(T)) {
	if b, ok := x.(T); ok {
		set(b)
	}
}

// Bring calls the method that sets a property to a value (semantics.md L20): Create or
// Destroy for ensure, the method that the value names, or Set. For a provider that
// flushes it may only add to Pending. If there is no such method, it returns a
// NoSetterError.
func (o Ops) Bring(ctx context.Context, wr host.Writer, r *Resource, a *Attribute, should value.Value) error {
	switch {
	case a.Name == "ensure" && should.IsSym("present") && o.Create != nil:
		return o.Create(ctx, wr, r)
	case a.Name == "ensure" && should.IsAbsent() && o.Destroy != nil:
		return o.Destroy(ctx, wr, r)
	case o.Call != nil && slices.Contains(o.Methods, a.CallFor(should)):
		return o.Call(ctx, wr, r, a.CallFor(should))
	case o.Set != nil:
		return o.Set(ctx, wr, r, a.Name, should)
	case o.Flush == nil:
		return &NoSetterError{Provider: r.Provider, Attr: a.Name}
	}
	r.Pend(a.Name, should)
	return nil
}

// Hash reports whether reading a resource lists all, because no method reads all
// properties of a single resource.
func (o Ops) Hash() bool {
	return o.List != nil && o.Retrieve == nil && (o.Get == nil || o.Getters != nil)
}

// Gets reports whether Get reads a property.
func (o Ops) Gets(attr string) bool {
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

// opsNames are the methods of Ops that a feature may name (semantics.md T42).
var opsNames = map[string]func(o Ops) bool{
	"List":    func(o Ops) bool { return o.List != nil },
	"Create":  func(o Ops) bool { return o.Create != nil },
	"Destroy": func(o Ops) bool { return o.Destroy != nil },
	"Set":     func(o Ops) bool { return o.Set != nil },
	"Flush":   func(o Ops) bool { return o.Flush != nil },
	"Refresh": func(o Ops) bool { return o.Refresh != nil },
	"Foresee": func(o Ops) bool { return o.Predict != nil },
}

func (o Ops) has(method string) bool {
	if has := opsNames[method]; has != nil {
		return has(o)
	}
	return slices.Contains(o.Methods, method)
}

// IsOpsMethod reports whether a feature names a method of Ops.
func IsOpsMethod(name string) bool { return opsNames[name] != nil }
