package vectors

import (
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// MemoryDef is the in-memory provider with which the vectors were recorded.
type MemoryDef struct {
	Style           string    // direct: changes the store immediately; hash: prefetches, and flush saves
	Flush           bool      // for direct: there is a flush, which only logs
	CreateSets      bool      `json:"create_sets"` // create stores all given properties
	NoEnsure        bool      `json:"no_ensure"`   // no exists?, create, destroy
	NoGetter        []string  `json:"no_getter"`
	NoSetter        OneOrMore `json:"no_setter"`
	NoInstances     bool      `json:"no_instances"`
	Instances       *[]Params // the exact result of a listing
	PrefetchLog     bool      `json:"prefetch_log"`
	PostEval        bool      `json:"post_resource_eval"`
	TouchOnCreate   string    `json:"touch_on_create"`
	TouchTitle      string    `json:"touch_title"`
	FeatureOnCreate string    `json:"feature_on_create"`
}

// memory is the behaviour of a MemoryDef for a run.
type memory struct {
	MemoryDef
	m     *Machine
	name  string // name of the provider
	ty    TypeDef
	known map[*ral.Resource]Params // for the hash style: the property hash of each resource
}

// ops returns the defined methods of the provider.
func (d MemoryDef) ops(m *Machine, provider string, ty TypeDef) ral.Ops {
	b := &memory{d, m, provider, ty, map[*ral.Resource]Params{}}
	if m.ByEngine && d.Style == "hash" {
		return b.byEngine()
	}
	o := ral.Ops{ModuleOps: ral.ModuleOps{Get: b.get}, Set: b.set}
	if !d.NoEnsure {
		o.Exists, o.Create, o.Destroy = b.exists, b.create, b.destroy
	}
	if !d.NoInstances {
		o.List = b.list
	}
	if d.PrefetchLog || d.Style == "hash" {
		o.Group.Prefetch = b.prefetch
	}
	if d.Flush {
		o.Flush = b.flush
	}
	if d.PostEval {
		o.Finish = func(context.Context, host.Reader) error { return b.called("post_resource_eval", provider) }
	}
	if ty.Refresh != nil {
		o.Refresh = b.refresh
	}
	for _, a := range ty.Attributes {
		for _, v := range a.NewValues {
			if v.Block != nil {
				o.Call = b.block
				o.Methods = append(o.Methods, "block:"+v.Block.Log)
			}
		}
	}
	return o
}

// called records a call and returns the error that it must raise.
func (b *memory) called(call, about string, args ...any) error {
	b.m.Log(call, about, args...)
	return b.m.fault(call, about)
}

// of returns the known properties of a resource, from its property hash or from the
// store.
func (b *memory) of(ctx context.Context, rd host.Reader, r *ral.Resource) (Params, bool) {
	if b.Style != "hash" {
		return load(ctx, rd, b.name, r.Name())
	}
	props := b.known[r]
	ensure, _ := props.Get("ensure")
	return props, ensure.IsSym("present")
}

func (b *memory) exists(ctx context.Context, rd host.Reader, r *ral.Resource) (bool, error) {
	if err := b.called("exists?", r.Title); err != nil {
		return false, err
	}
	_, there := b.of(ctx, rd, r)
	return there, nil
}

func (b *memory) get(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) (value.Value, error) {
	if slices.Contains(b.NoGetter, attr) {
		return value.Value{}, errors.New("no method " + attr)
	}
	if b.Style != "hash" {
		if err := b.called("get "+attr, r.Title); err != nil {
			return value.Value{}, err
		}
	}
	props, _ := b.of(ctx, rd, r)
	if v, ok := props.Get(attr); ok && !v.IsNil() {
		return v.Value, nil
	}
	return value.Absent(), nil
}

func (b *memory) prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	names := []any{}
	for _, r := range all {
		names = append(names, r.Name())
	}
	if err := b.called("prefetch", b.name, names); err != nil || b.Style != "hash" {
		return err
	}
	if b.NoInstances {
		return onhost.ErrNoListing
	}
	instances, err := b.instances(ctx, rd)
	if err != nil {
		return err
	}
	for _, props := range instances {
		name, _ := props.Get("name")
		for _, r := range all {
			if r.Name() == name.Text() {
				b.known[r] = props
			}
		}
	}
	return nil
}

func (b *memory) refresh(_ context.Context, _ host.Writer, r *ral.Resource) error {
	if err := b.called("refresh", r.Title); err != nil {
		return err
	}
	if b.ty.Refresh.Raise != nil {
		return b.ty.Refresh.Raise.thrown()
	}
	return nil
}
