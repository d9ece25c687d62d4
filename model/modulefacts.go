package model

import (
	"context"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/modules/star"
	"ralsh/ral/value"
)

// moduleFacts registers the custom facts of the modules.
func (s *Session) moduleFacts() error {
	var defs []facts.Definition
	for _, f := range s.Modules().Facts {
		defs = append(defs, definition(f, s.Env.Reader().Root()))
	}
	return s.Facts.Define(defs...)
}

func definition(f *star.Fact, root string) facts.Definition {
	d := facts.Definition{
		Fact: f.Name, Name: f.Name, From: f.Origin.Pos, Timeout: f.Timeout,
		Queries: (&ral.Provider{Commands: f.Commands}).Queries(root),
	}
	for _, c := range f.Chunks {
		d.Chunks = append(d.Chunks, facts.Chunk{Name: c.Name, Code: func(ctx context.Context, ask facts.Ask, _ []value.Value) (value.Value, error) {
			return f.ResolveChunk(ctx, ask.Reader, ask.Facts, c)
		}})
	}
	if f.Chunks == nil {
		d.Code = func(ctx context.Context, ask facts.Ask) (value.Value, error) {
			return f.Resolve(ctx, ask.Reader, ask.Facts)
		}
	}
	if f.Weighs {
		d.Weight = &f.Weight
	}
	for _, c := range f.Confines {
		d.Confine = append(d.Confine, facts.Confine{Check: func(ctx context.Context, ask facts.Ask, _ value.Value) (bool, error) {
			v := c.Try(ctx, ral.Probe{Reader: ask.Reader, Facts: ask.Facts})
			if !v.Pass() {
				return false, facts.Unmet(v.Reason())
			}
			return true, nil
		}})
	}
	return d
}
