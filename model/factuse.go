package model

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// FactUse is a fact that the providers of a type use, and its source.
type FactUse struct {
	Name  string
	Value value.Value // nil if it does not exist
	From  string
	Err   error
}

// FactsOf returns the facts that the confines and defaults of a type's
// providers use, sorted.
func (s *Session) FactsOf(ctx context.Context, t *ral.Type) []FactUse {
	var names []string
	for _, p := range t.Providers() {
		names = append(names, LooksAt(p)...)
	}
	slices.Sort(names)
	var list []FactUse
	for _, name := range slices.Compact(names) {
		use := FactUse{Name: name}
		if use.Value, use.Err = s.Facts.Fact(ctx, name); use.Err == nil {
			use.From = s.Facts.SourceOf(ctx, name)
		}
		list = append(list, use)
	}
	return list
}

// LooksAt returns the facts that a provider's confines and defaults use.
func LooksAt(p *ral.Provider) []string {
	var names []string
	for _, c := range p.Confines {
		if c.Kind == ral.ConfineFact {
			names = append(names, c.Subject)
		}
	}
	for _, clauses := range [][]ral.Clause{p.Default, p.NotDefault} {
		for _, clause := range clauses {
			for _, m := range clause {
				names = append(names, m.Fact)
			}
		}
	}
	return names
}

// FactsFrom replaces the system's directories of external facts; an empty list
// changes nothing. On another root they are directories below it.
func (s *Session) FactsFrom(dirs []string) error {
	if len(dirs) == 0 {
		return nil
	}
	whole := make([]string, len(dirs))
	for i, dir := range dirs {
		var err error
		if whole[i], err = filepath.Abs(dir); err != nil || dir == "" {
			return fmt.Errorf("%q is no folder of facts", dir)
		}
	}
	s.external = whole
	s.useFacts()
	return nil
}

// useFacts configures the facts with the chosen directories and the files of
// modules.
func (s *Session) useFacts() {
	opt := facts.Options{ExternalDirs: s.external, State: host.PeekState(s.paths.State)}
	if s.Modules() != nil {
		opt.Files, opt.FilesOn = s.Modules().ExternalFacts(), host.Machine().Reader()
	}
	s.Facts.Use(opt)
}

// usableFacts returns why a file of facts.d provides no facts, or "".
func (s *Session) usableFacts(ctx context.Context, file string) (string, error) {
	return facts.Usable(ctx, host.Machine().Reader(), s.Root(), file)
}
