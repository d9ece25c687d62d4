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

// FactUse is a fact that providers of a type look at, and where it came from.
type FactUse struct {
	Name  string
	Value value.Value // nil when it is not there
	From  string
	Err   error
}

// FactsOf are the facts that the providers of a type are confined to or default
// by, sorted.
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

// LooksAt are the facts that a provider's tests and defaults look at.
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

// FactsFrom has external facts read from these folders instead of the system's;
// none changes nothing. On a host below another root they are folders in it.
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

// useFacts has facts read from the folders that were asked for, and from the
// files that modules bring.
func (s *Session) useFacts() {
	opt := facts.Options{ExternalDirs: s.external, State: host.PeekState(s.paths.State)}
	if s.Modules() != nil {
		opt.Files, opt.FilesOn = s.Modules().ExternalFacts(), host.Machine().Reader()
	}
	s.Facts.Use(opt)
}

// usableFacts says of a file of facts.d why it gives none.
func (s *Session) usableFacts(ctx context.Context, file string) (string, error) {
	return facts.Usable(ctx, host.Machine().Reader(), s.Root(), file)
}
