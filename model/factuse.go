package model

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
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
		names = append(names, p.FactNames()...)
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

// FactChoice is the choice of facts on a command line. Its zero value selects the
// settings of the system and facter.conf.
type FactChoice struct {
	ExternalDirs                           []string // instead of the system's directories of external facts
	Config                                 string   // file to read instead of facter.conf
	NoExternal, NoCustom, NoBlock, NoCache bool
	Cloud                                  bool // ask the metadata server of the cloud
}

// FactsFrom applies a choice of facts. With --root, the paths are below the root.
func (s *Session) FactsFrom(choice FactChoice) error {
	dirs := make([]string, len(choice.ExternalDirs))
	for i, dir := range choice.ExternalDirs {
		var err error
		if dirs[i], err = filepath.Abs(dir); err != nil || dir == "" {
			return fmt.Errorf("--external-dir %q is not a directory", dir)
		}
	}
	choice.ExternalDirs = dirs
	if choice.Config != "" {
		whole, err := filepath.Abs(choice.Config)
		if err != nil {
			return err
		}
		choice.Config = whole
	}
	s.factChoice = choice
	s.useFacts()
	return nil
}

// useFacts configures the facts with the chosen directories and the files of
// modules.
func (s *Session) useFacts() {
	c := s.factChoice
	opt := facts.Options{
		ExternalDirs: c.ExternalDirs, State: ownfiles.Peek(s.OwnFiles.Paths.State), Config: c.Config,
		NoExternal: c.NoExternal, NoCustom: c.NoCustom, NoBlock: c.NoBlock, NoCache: c.NoCache, Cloud: c.Cloud,
	}
	if s.Modules.Loaded() != nil {
		opt.Files, opt.FilesOn = s.Modules.Loaded().ExternalFacts(), local.Machine().Reader()
	}
	s.Facts.Use(opt)
}

// usableFacts returns why a file of facts.d provides no facts, or "".
func (ms *Modules) usableFacts(ctx context.Context, file string) (string, error) {
	return facts.Usable(ctx, local.Machine().Reader(), ms.session.Root(), file)
}
