package transaction

import (
	"context"
	"errors"

	"ralsh/ral"
	"ralsh/ral/value"
)

// undeclared returns removals of the instances that no resource declares (semantics.md
// T58). If a provider cannot list, it returns no removals, because the list is
// incomplete.
func (w *walk) undeclared(ctx context.Context, s *Step) []ral.Decl {
	purge := s.Resource.Type.Purge(s.Resource)
	if purge == nil {
		return nil
	}
	env := w.run.Env()
	t := env.Registry.Type(purge.Type)
	if t == nil {
		text, _ := env.Registry.NoType(purge.Type)
		w.trouble(s, CannotGenerate, errors.New(text))
		return nil
	}
	found := make(map[*ral.Provider][]*ral.Instance)
	var broken error
	env.List(ctx, t, func(ev ral.ListEvent) {
		found[ev.Provider] = append(found[ev.Provider], ev.Found...)
		if ev.Err != nil && broken == nil {
			broken = ev.Err
		}
	})
	if broken != nil {
		w.trouble(s, CannotGenerate, broken)
		return nil
	}
	keys := w.catalog.keys(t)
	var list []ral.Decl
	for _, p := range env.Sources(ctx, t) {
		for _, inst := range found[p] {
			_, declared := w.catalog.find(ctx, t.Name, inst.Name)
			declared = declared || keys[inst.Identity(ctx)]
			if !declared && inst.Present() && (purge.Exempt == nil || !purge.Exempt(ctx, env.Reader(), inst)) {
				list = append(list, removal(s, p, inst))
			}
		}
	}
	return list
}

// keys returns the identities of the declared resources of a type with several
// namevars, because their titles do not identify them.
func (c *catalog) keys(t *ral.Type) map[string]bool {
	all := make(map[string]bool)
	if len(t.Namevars()) < 2 {
		return all
	}
	for i := range c.all {
		if r := c.steps[i].Resource; r.Type == t {
			all[r.Identity()] = true
		}
	}
	return all
}

// removal declares that an instance should be absent, with the metaparameters
// of the purging resource.
func removal(s *Step, p *ral.Provider, inst *ral.Instance) ral.Decl {
	d := ral.Decl{
		Type: inst.Type.Name, Title: inst.Name, Provider: p.Name, Pos: s.Decl.Pos,
		Attrs: append([]ral.Attr{{Name: "ensure", Value: value.Absent()}}, inst.Keys...),
	}
	for _, a := range s.Decl.Attrs {
		if known := s.Resource.Type.Attr(a.Name); known != nil && known.Kind == ral.Meta && a.Name != "alias" {
			d.Attrs = append(d.Attrs, a)
		}
	}
	return d
}
