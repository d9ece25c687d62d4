package model

import (
	"context"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star"
	"ralsh/ral/value"
)

// moduleFacts hands what modules find out of the host to the facts, resolution by
// resolution.
func (s *Session) moduleFacts() error {
	s.Facts.Use(s.factOptions())
	var defs []facts.Definition
	for _, f := range s.Modules.Facts {
		defs = append(defs, definition(f, s.Env.Look().Root()))
	}
	return s.Facts.Define(defs...)
}

// factOptions are where external facts come from: the system's folders or those
// that were named, and behind them what modules have.
func (s *Session) factOptions() facts.Options {
	opt := facts.Options{ExternalDirs: s.external, State: host.PeekState(s.paths.State)}
	if s.Modules != nil {
		opt.Files, opt.Own = s.Modules.ExternalFacts(), host.Machine().Look()
	}
	return opt
}

func definition(f *star.Fact, root string) facts.Definition {
	d := facts.Definition{
		Fact: f.Name, Name: f.Name, From: f.Origin.Pos,
		Queries: (&ral.Provider{Commands: f.Commands}).Queries(root),
		Code: func(ctx context.Context, ask facts.Ask) (value.Value, error) {
			return f.Resolve(ctx, ask.Look, ask.Facts)
		},
	}
	if f.Weighs {
		d.Weight = &f.Weight
	}
	for _, c := range f.Confines {
		d.Confine = append(d.Confine, facts.Confine{Check: func(ctx context.Context, ask facts.Ask, _ value.Value) (bool, error) {
			v := c.Try(ctx, ral.Probe{Look: ask.Look, Facts: ask.Facts})
			return v.Pass(), nil
		}})
	}
	return d
}
