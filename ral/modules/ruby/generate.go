package ruby

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// hooks sets the functions that a type runs before a run, and to generate resources.
func (m *member) hooks(t *ral.Type) {
	own := func(name string) bool { return slices.Contains(m.d.Has, name) }
	generates, evaluates := own("generate"), own("eval_generate")
	switch {
	case generates && evaluates:
		// The second completes the resources of the first, so they are requested
		// together.
		t.Generate = m.generating("generate", "eval_generate")
	case generates:
		t.Generate = m.generating("generate")
	case evaluates:
		t.EvalGenerate = m.generating("eval_generate")
	}
	if own("pre_run_check") {
		t.PreRun = func(ctx context.Context, rd host.Reader, r *ral.Resource) error {
			w, err := m.b.look(ctx, rd)
			if err != nil {
				return err
			}
			defer w.kill()
			return w.ask(ctx, checkLimit, "prerun", m.declared(r), nil, nil)
		}
	}
}

// generated is a resource that Ruby made.
type generated struct {
	Type  string     `json:"type"`
	Title string     `json:"title"`
	Attrs [][2]wired `json:"attrs"`
}

// generating returns a hook that requests generated resources. The catalog of the code
// also contains the other Ruby resources of the run.
func (m *member) generating(phases ...string) func(context.Context, host.Reader, *ral.Resource) ([]ral.Decl, error) {
	return func(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Decl, error) {
		w, err := m.b.look(ctx, rd)
		if err != nil {
			return nil, err
		}
		defer w.kill()
		req := m.declared(r)
		req["phases"], req["peers"] = phases, m.b.peers(r)
		var out struct {
			Resources []generated `json:"resources"`
		}
		if err := w.ask(ctx, readLimit, "generate", req, nil, &out); err != nil {
			return nil, err
		}
		var decls []ral.Decl
		for _, made := range out.Resources {
			d := ral.Decl{Type: made.Type, Title: made.Title}
			for _, at := range made.Attrs {
				if !at[1].IsNil() {
					d.Attrs = append(d.Attrs, ral.Attr{Name: at[0].Text(), Value: at[1].Value})
				}
			}
			decls = append(decls, d)
		}
		return decls, nil
	}
}

// peers returns the remaining resources of the run whose types are in Ruby.
func (b *Bridge) peers(r *ral.Resource) []request {
	if r.Siblings == nil {
		return nil
	}
	var list []request
	for _, peer := range r.Siblings(b.typeNames()...) {
		d, known := b.cache.description(peer.Type.Name)
		if !known || peer == r {
			continue
		}
		req := (&member{b, d}).declared(peer)
		if tags := peer.Decl.Tags; len(tags) > 0 {
			req["tags"] = tags
		}
		list = append(list, req)
	}
	return list
}

// typeNames returns the types that are known.
func (b *Bridge) typeNames() []string {
	b.cache.mu.Lock()
	defer b.cache.mu.Unlock()
	var names []string
	for name := range b.cache.types {
		names = append(names, name)
	}
	return names
}
