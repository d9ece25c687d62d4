package model

import (
	"context"
	"strings"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/modules/star"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

func (ms *Modules) facts() error {
	var defs []facts.Definition
	for _, f := range ms.Loaded().Facts {
		defs = append(defs, definition(f, ms.session.Env.Reader().Root()))
	}
	if b, _ := ms.Loaded().Ruby(); b != nil {
		for _, f := range b.Facts() {
			defs = append(defs, rubyFact(b, f))
		}
	}
	return ms.session.Facts.Define(defs...)
}

func rubyFact(b *ruby.Bridge, f ruby.Fact) facts.Definition {
	return facts.Definition{
		Fact: f.Name, Name: f.Name, From: strings.Join(f.Files, ", "), Weight: &f.Weight, Timeout: ruby.FactWait,
		Code: func(ctx context.Context, ask facts.Ask) (value.Value, error) { return b.Fact(ctx, ask.Reader, f) },
	}
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
			v := onhost.Try(ctx, c, condition.Probe{Reader: ask.Reader, Facts: ask.Facts})
			if !v.Pass() {
				return false, facts.Unmet(v.Reason())
			}
			return true, nil
		}})
	}
	return d
}
