package ral

import (
	"context"

	"ralsh/ral/value"
)

func (run *Run) lookup(ctx context.Context, p *Provider, r *Resource) (*Found, error) {
	listed, err := run.listedOnce(ctx, p)
	if err != nil {
		return nil, err
	}
	if f := listed[r.Name()]; f != nil {
		return f.Clone(), nil
	}
	return AbsentFound(r.Type, r.Name()), nil
}

func (run *Run) listedOnce(ctx context.Context, p *Provider) (map[string]*Found, error) {
	a := run.of(p)
	a.once.Do(func() {
		a.listed = make(map[string]*Found)
		a.err = run.list(ctx, p, func(f *Found) {
			if a.listed[f.Name] == nil {
				a.listed[f.Name] = f
			}
		})
	})
	return a.listed, a.err
}

// eachGetter is retrieval by Exists and Get; when the resource is not there no
// property is asked for (semantics.md T55).
func (run *Run) eachGetter(ctx context.Context, ops Ops, p *Provider, r *Resource, wanted func(*Attribute) bool) (*Found, error) {
	look := run.Look(p)
	if ops.Exists != nil {
		there, err := ops.Exists(ctx, look, r)
		if err != nil {
			return nil, err
		}
		if !there {
			return AbsentFound(r.Type, r.Name()), nil
		}
	}
	f := NewFound(r.Type, r.Name())
	if ops.Exists != nil && r.Type.HasEnsure() {
		f.Set("ensure", value.Present())
	}
	for _, a := range r.Type.props {
		if ops.Get == nil || a.Name == "ensure" && ops.Exists != nil || len(p.missing(a.Features)) > 0 || wanted != nil && !wanted(a) {
			continue
		}
		is, err := ops.Get(ctx, look, r, a.Name)
		if err != nil {
			return nil, err
		}
		f.Set(a.Name, is)
		if a.Name == "ensure" && is.IsAbsent() {
			return AbsentFound(r.Type, r.Name()), nil
		}
	}
	return f, nil
}
