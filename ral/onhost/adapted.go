package onhost

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Mapping returns the attributes of a resource of the provider's own type that
// represents a resource of a different type.
type Mapping func(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Attr, error)

// Adapt returns the operations of a provider for resources of a different type. A
// resource of the provider's type, with the attributes of the mapping, represents each
// of them. Properties of the same name, and ensure, are copied in both directions
// unless the mapping has them. Listing is missing, because the mapping cannot be
// reversed.
func Adapt(p *ral.Provider, mapping Mapping) ral.Ops {
	a := &adapted{p: p, mapping: mapping, own: make(map[*ral.Resource]*ral.Resource)}
	return a.ops()
}

// adapted is a provider for resources of a different type, in a single run.
type adapted struct {
	p       *ral.Provider
	mapping Mapping

	mu  sync.Mutex
	run *Run
	own map[*ral.Resource]*ral.Resource // of the provider's type
}

func (a *adapted) ops() ral.Ops {
	parent := ral.OpsOf(a.p.New())
	o := ral.Ops{Retrieve: a.retrieve}
	o.Group = a.group(parent.Group)
	o.Create, o.Destroy = a.one(parent.Create, value.Present()), a.one(parent.Destroy, value.Absent())
	if parent.Set != nil || parent.Flush != nil {
		o.Set = a.set(parent)
	}
	if parent.Flush != nil {
		o.Flush = a.one(parent.Flush, value.Value{})
	}
	if parent.Refresh != nil {
		o.Refresh = a.one(parent.Refresh, value.Value{})
	}
	if parent.InSync != nil {
		o.InSync = a.insync(parent)
	}
	if parent.Predict != nil {
		o.Predict = a.predict(parent)
	}
	o.Forget = a.forget
	if parent.ForgetFiles != nil {
		o.ForgetFiles = a.forgetFiles
	}
	return o
}

// behaviour returns the parent of this run, which caches the values that it read.
func (a *adapted) behaviour(rd host.Reader) *Run {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.run == nil {
		a.run = NewRun(&Env{rd: rd}, rd)
	}
	return a.run
}

func (a *adapted) forget() {
	if run := a.running(); run != nil {
		run.Forget(a.p)
	}
}

func (a *adapted) forgetFiles(paths []string) {
	run := a.running()
	if run == nil {
		return
	}
	for _, file := range paths {
		run.Changed(file)
	}
	run.Refresh(a.p, false)
}

// running returns the parent of this run, or nil before its first read.
func (a *adapted) running() *Run {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.run
}

// represent builds the resource of the provider's type.
func (a *adapted) represent(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Resource, error) {
	attrs, err := a.mapping(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	for _, own := range a.p.TypeOf().Properties() {
		given := slices.ContainsFunc(attrs, func(at ral.Attr) bool { return at.Name == own.Name })
		if v := r.Get(own.Name); !given && !v.IsNil() && r.Type.Attr(own.Name) != nil && r.Type.Attr(own.Name).Kind == ral.Property {
			if r.IsSecret(own.Name) {
				v = value.Secret(v)
			}
			attrs = append(attrs, ral.Attr{Name: own.Name, Value: v})
		}
	}
	own, diags := ral.BuildAs(ctx, a.p, r, attrs)
	if diags.Err() != nil {
		return nil, &AdaptError{a.p, diags}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.own[r] = own
	return own, nil
}

// known returns the resource that represents r, as it was last read.
func (a *adapted) known(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Resource, error) {
	a.mu.Lock()
	own := a.own[r]
	a.mu.Unlock()
	if own != nil {
		return own, nil
	}
	return a.represent(ctx, rd, r)
}

func (a *adapted) retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	own, err := a.represent(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	is, err := a.behaviour(rd).Read(ctx, own, nil)
	if err != nil {
		return nil, err
	}
	own.Found = is
	if !is.Present() {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	inst := ral.NewInstance(r.Type, r.Name())
	inst.From, inst.ProviderFindings = is.From, is.Findings()
	for _, prop := range r.Type.Properties() {
		if same := a.p.TypeOf().Attr(prop.Name); same != nil && same.Kind == ral.Property && is.Known(prop.Name) {
			inst.Set(prop.Name, is.Get(prop.Name))
		}
	}
	if r.Type.HasEnsure() && !inst.Known("ensure") {
		inst.Set("ensure", value.Present())
	}
	return inst, nil
}

// group adapts the parent's Group, except for setting ensure.
func (a *adapted) group(parent ral.Group) (g ral.Group) {
	if parent.Prefetch != nil {
		g.Prefetch = func(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
			own, err := a.each(ctx, rd, all)
			return errors.Join(err, a.behaviour(rd).Prefetch(ctx, a.p, own))
		}
	}
	if parent.Write == nil || parent.Sets {
		return g
	}
	g.Write = func(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
		own, err := a.each(ctx, wr.Reader(), all)
		if err != nil {
			return slices.Repeat([]error{err}, len(all))
		}
		return parent.Write(ctx, wr, own)
	}
	g.Can = func(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
		own, err := a.each(ctx, rd, []*ral.Resource{first, r})
		return err == nil && (parent.Can == nil || parent.Can(ctx, rd, own[0], own[1]))
	}
	return g
}

// each returns the representing resources.
func (a *adapted) each(ctx context.Context, rd host.Reader, all []*ral.Resource) ([]*ral.Resource, error) {
	var list []*ral.Resource
	for _, r := range all {
		own, err := a.known(ctx, rd, r)
		if err != nil {
			return nil, err
		}
		list = append(list, own)
	}
	return list, nil
}

// one adapts a method that changes a single resource. Without the method, ensure is
// collected for the parent's Flush.
func (a *adapted) one(method func(context.Context, host.Writer, *ral.Resource) error, ensure value.Value) func(context.Context, host.Writer, *ral.Resource) error {
	return func(ctx context.Context, wr host.Writer, r *ral.Resource) error {
		own, err := a.known(ctx, wr.Reader(), r)
		switch {
		case err != nil:
			return err
		case method != nil:
			err := method(ctx, wr, own)
			r.Pending = slices.Clone(own.Pending)
			return err
		}
		own.Pending.Set("ensure", ensure)
		for _, prop := range own.Type.Properties() {
			if !ensure.IsAbsent() && prop.Name != "ensure" && own.Has(prop.Name) {
				own.Pending.Set(prop.Name, own.Get(prop.Name))
			}
		}
		r.Pending = slices.Clone(own.Pending)
		return nil
	}
}

func (a *adapted) set(parent ral.Ops) func(context.Context, host.Writer, *ral.Resource, string, value.Value) error {
	return func(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, _ value.Value) error {
		own, err := a.property(ctx, wr.Reader(), r, attr)
		switch {
		case err != nil:
			return err
		case parent.Set != nil:
			err = parent.Set(ctx, wr, own, attr, own.Get(attr))
		default:
			own.Pending.Set(attr, own.Get(attr))
		}
		// The collected changes are not written yet.
		r.Pending = slices.Clone(own.Pending)
		return err
	}
}

// property returns the resource that represents r, if its type has the property.
func (a *adapted) property(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) (*ral.Resource, error) {
	own, err := a.known(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	if same := own.Type.Attr(attr); same == nil || same.Kind != ral.Property {
		return nil, fmt.Errorf("%s cannot be set by the parent provider %s: the type %s does not have it", attr, a.p.Name, own.Type.Name)
	}
	return own, nil
}

func (a *adapted) insync(parent ral.Ops) func(context.Context, host.Reader, *ral.Resource, string, value.Value, value.Value) (bool, bool, error) {
	return func(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, _ value.Value) (bool, bool, error) {
		own, err := a.property(ctx, rd, r, attr)
		if err != nil {
			return false, false, nil // the type compares
		}
		return parent.InSync(ctx, rd, own, attr, is, own.Get(attr))
	}
}

func (a *adapted) predict(parent ral.Ops) func(context.Context, host.Reader, *ral.Resource, string, value.Value) (ral.Prediction, error) {
	return func(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
		own, err := a.property(ctx, rd, r, attr)
		if err != nil {
			return ral.Prediction{}, nil // the change reports the error
		}
		return parent.Predict(ctx, rd, own, attr, own.Get(attr))
	}
}

// AdaptError reports that a provider of a different type rejects a resource, in its
// representation by that type.
type AdaptError struct {
	Provider *ral.Provider
	Diags    diagnostic.Diags
}

// Error returns the provider and the rejected attribute.
func (e *AdaptError) Error() string {
	return "as " + e.Provider.Name + " of " + e.Provider.TypeOf().Name + ": " + e.Diags.Err().Error()
}

// Unwrap returns the diagnostics.
func (e *AdaptError) Unwrap() error { return e.Diags.Err() }
