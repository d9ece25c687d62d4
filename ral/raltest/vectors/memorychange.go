package vectors

import (
	"context"
	"path"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func (b *memory) create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := b.called("create", r.Title); err != nil {
		return err
	}
	props, _ := b.of(ctx, wr.Reader(), r)
	props = props.with("ensure", value.Present())
	if b.CreateSets {
		for _, a := range r.Type.Properties() {
			if v := r.Get(a.Name); a.Name != "ensure" && !v.IsNil() {
				props = props.with(a.Name, v)
			}
		}
	}
	if err := b.keep(ctx, wr, r, props); err != nil {
		return err
	}
	if b.TouchOnCreate != "" && (b.TouchTitle == "" || b.TouchTitle == r.Title) {
		return wr.WriteFile(ctx, inScratch(b.TouchOnCreate), nil, host.WriteOptions{})
	}
	if b.FeatureOnCreate != "" {
		return wr.WriteFile(ctx, path.Join(featureDir, b.FeatureOnCreate), nil, host.WriteOptions{})
	}
	return nil
}

func (b *memory) destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := b.called("destroy", r.Title); err != nil {
		return err
	}
	if b.Style == "hash" {
		b.known[r] = Params{}.with("ensure", value.Absent())
		return nil
	}
	return wr.Remove(ctx, storePath(b.name, r.Name()), false)
}

func (b *memory) set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if slices.Contains(b.NoSetter, attr) {
		return &ral.NoSetterError{Provider: r.Provider, Attr: attr}
	}
	if b.Style != "hash" {
		if err := b.called("set "+attr, r.Title, Encode(should.Reveal())); err != nil {
			return err
		}
	}
	props, _ := b.of(ctx, wr.Reader(), r)
	return b.keep(ctx, wr, r, props.with(attr, should.Reveal()))
}

func (b *memory) flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := b.called("flush", r.Title); err != nil || b.Style != "hash" {
		return err
	}
	props, there := b.of(ctx, wr.Reader(), r)
	if !there {
		return wr.Remove(ctx, storePath(b.name, r.Name()), false)
	}
	return b.save(ctx, wr, r, props)
}

// block runs the code of a value instead of the setter.
func (b *memory) block(ctx context.Context, wr host.Writer, r *ral.Resource, method string) error {
	for _, a := range b.ty.Attributes {
		for _, v := range a.NewValues {
			if v.Block == nil || "block:"+v.Block.Log != method {
				continue
			}
			if err := b.called(method, r.Title); err != nil {
				return err
			}
			switch {
			case v.Block.Raise != nil:
				return v.Block.Raise.thrown()
			case v.Block.ProviderCall == "create":
				return b.create(ctx, wr, r)
			case v.Block.ProviderCall == "destroy":
				return b.destroy(ctx, wr, r)
			}
		}
	}
	return nil
}

// keep stores properties in the property hash or the store, depending on the style.
func (b *memory) keep(ctx context.Context, wr host.Writer, r *ral.Resource, props Params) error {
	if b.Style == "hash" {
		b.known[r] = props
		return nil
	}
	return b.save(ctx, wr, r, props)
}

// save writes to the store, without name and ensure.
func (b *memory) save(ctx context.Context, wr host.Writer, r *ral.Resource, props Params) error {
	var kept Params
	for _, p := range props {
		if p.Name != "name" && p.Name != "ensure" && !p.Value.IsAbsent() {
			kept = append(kept, p)
		}
	}
	dir := path.Join(storeDir, b.name)
	if there, err := wr.Reader().Exists(ctx, dir); err != nil {
		return err
	} else if !there {
		if err := wr.Mkdir(ctx, dir, 0o755); err != nil {
			return err
		}
	}
	return wr.WriteFile(ctx, storePath(b.name, r.Name()), packed(kept), host.WriteOptions{})
}

// with returns a copy with the attribute set.
func (ps Params) with(name string, v value.Value) Params {
	out := Params{}
	for _, p := range ps {
		if p.Name != name {
			out = append(out, p)
		}
	}
	return append(out, Param{name, Tagged{Value: v}})
}

// byEngine returns the methods of the hash style in ral: list, and a flush of the
// collected changes.
func (b *memory) byEngine() ral.Ops {
	return ral.Ops{List: b.list, Flush: func(ctx context.Context, wr host.Writer, r *ral.Resource) error {
		if err := b.called("flush", r.Title); err != nil {
			return err
		}
		if ensure, ok := r.Pending.Get("ensure"); ok && ensure.IsAbsent() {
			return wr.Remove(ctx, storePath(b.name, r.Name()), false)
		}
		props, _ := load(ctx, wr.Reader(), b.name, r.Name())
		for _, p := range r.Pending {
			props = props.with(p.Attr, p.Value)
		}
		return b.save(ctx, wr, r, props)
	}}
}
