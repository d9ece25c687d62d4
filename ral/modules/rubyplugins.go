package modules

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/modules/ruby"
)

// bridge is the Ruby of an environment: the bridge, or why it is missing.
type bridge struct {
	mu   sync.Mutex
	open func(ctx context.Context) (*ruby.Bridge, error) // nil runs no Ruby
	*ruby.Bridge
	err     error
	later   bool
	pending []string // types that are omitted until they are described
}

// opened opens the bridge, once.
func (b *bridge) opened(ctx context.Context) (*ruby.Bridge, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.Bridge == nil && b.err == nil && b.open != nil {
		b.Bridge, b.err = b.open(ctx)
	}
	return b.Bridge, b.err
}

// Why a type or a provider in Ruby is not used.
var (
	errOwnType     = errors.New("ralsh has a built-in type of this name")
	errOwnProvider = errors.New("ralsh has a built-in provider of this name")
)

// openRuby opens the bridge if a module has types, providers, facts or functions in
// Ruby.
func (e *Environment) openRuby(ctx context.Context, opt Options) {
	if opt.Ruby == nil {
		return
	}
	e.ruby.later = opt.RubyLater
	e.ruby.open = func(ctx context.Context) (*ruby.Bridge, error) { return opt.Ruby(ctx, e.rubyModules(), e.origin) }
	kinds := []Kind{RubyType, RubyProvider, RubyFact, RubyFunction, PuppetFunction}
	if !slices.ContainsFunc(e.Plugins(), func(p *Plugin) bool { return slices.Contains(kinds, p.Kind) && p.State == NotRun }) {
		return
	}
	_, err := e.ruby.opened(ctx)
	for _, p := range e.Plugins() {
		if !p.Kind.ruby() || p.State != NotRun && p.State != NotUsed {
			continue
		}
		switch {
		case err != nil:
			p.Err = err
		case p.Module.untrusted() != nil:
			p.State, p.Err = Failed, p.Module.untrusted()
		default:
			p.State = Loaded
		}
	}
}

// ruby reports whether plugins of the kind are used if Ruby code of modules runs: by the
// worker, or by the manifests that it compiles.
func (k Kind) ruby() bool {
	switch k {
	case RubyType, RubyProvider, RubyFact, RubyFeature, RubyFunction, RubyCode, RubyDataType,
		PuppetFunction, PuppetDataType, Manifest, Template, HieraData:
		return true
	}
	return false
}

// Ruby returns the bridge that runs Ruby code of the modules; nil with the reason if
// Ruby is missing, and nil twice if the modules contain no Ruby code.
func (e *Environment) Ruby() (*ruby.Bridge, error) {
	e.ruby.mu.Lock()
	defer e.ruby.mu.Unlock()
	return e.ruby.Bridge, e.ruby.err
}

// Language returns the bridge that evaluates the Puppet language, which modules without
// Ruby code need, too; nil with the reason if Ruby is missing.
func (e *Environment) Language(ctx context.Context) (*ruby.Bridge, error) { return e.ruby.opened(ctx) }

// RubyRuns returns why the Ruby code of the modules cannot run, nil if it can or the
// modules contain none. Their plugins have failed then. It may start Ruby.
func (e *Environment) RubyRuns(ctx context.Context) error {
	b, _ := e.Ruby()
	if b == nil {
		return nil
	}
	why := b.Runs(ctx)
	if why == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	for _, p := range e.Plugins() {
		if p.Kind.ruby() && p.State == Loaded {
			p.State, p.Err = Failed, why
		}
	}
	return why
}

// ForeignFunctions returns the functions in Ruby and in the Puppet language that can be
// called, the first of each name.
func (e *Environment) ForeignFunctions() []*Plugin {
	var list []*Plugin
	seen := map[string]bool{}
	for _, p := range e.Plugins() {
		if (p.Kind == RubyFunction || p.Kind == PuppetFunction) && p.State == Loaded && !seen[p.Called()] {
			seen[p.Called()] = true
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *Plugin) int { return strings.Compare(a.Called(), b.Called()) })
	return list
}

// RubyPending returns the types in Ruby that were omitted because they are not described
// yet (Options.RubyLater).
func (e *Environment) RubyPending() []string { return e.ruby.pending }

// errOwnDev is why Ruby code below /dev is not loaded.
var errOwnDev = errors.New("Ruby code runs with a private /dev and cannot read a module below /dev")

// untrusted returns why Ruby code of the module is not loaded, nil if it is.
func (m *Module) untrusted() error {
	if strings.HasPrefix(m.Path, "/dev/") {
		return errOwnDev
	}
	return m.distrust
}

// rubyModules returns the modules whose Ruby code may be loaded.
func (e *Environment) rubyModules() []ruby.Module {
	var list []ruby.Module
	for _, m := range e.Modules {
		if m.Name != "" && m.ShadowedBy == "" && m.untrusted() == nil && m.Err == nil {
			list = append(list, ruby.Module{Name: m.Name, Path: m.Path})
		}
	}
	return list
}

// origin returns the module of a file: FILE or FILE:LINE.
func (e *Environment) origin(pos string) ral.Origin {
	for _, m := range e.Modules {
		if strings.HasPrefix(pos, m.Path+"/") {
			file, _, _ := strings.Cut(pos, ".rb:")
			if !strings.HasSuffix(file, ".rb") {
				file += ".rb"
			}
			return ral.Origin{Module: m.Name, File: file, Pos: pos}
		}
	}
	return ral.Origin{Module: "puppet", File: pos, Pos: pos}
}

// foreignTypes registers the types and providers in Ruby.
func (k *linker) foreignTypes(reg *ral.Registry) {
	more := map[string][]*Plugin{}
	for _, p := range k.env.Plugins() {
		switch {
		case p.Kind == RubyType && p.State == Loaded && k.knows(p.Name):
			p.State, p.Err = NotRun, errOwnType
		case p.Kind == RubyType && p.State == Loaded:
			k.foreignType(reg, p)
		case p.Kind == RubyType && reg.Type(p.Name) == nil:
			reg.Exclude(p.Name, p.foreign())
		case p.Kind == RubyProvider:
			typ, _, _ := strings.Cut(p.Name, "/")
			more[typ] = append(more[typ], p)
		}
	}
	for typ, plugins := range more {
		if k.knows(typ) {
			k.foreignProviders(reg, typ, plugins)
		}
	}
}

// foreignType registers a type that is described when it is needed.
func (k *linker) foreignType(reg *ral.Registry, p *Plugin) {
	b := k.env.ruby.Bridge
	if k.env.ruby.later && !b.Described(p.Name) {
		k.env.ruby.pending = append(k.env.ruby.pending, p.Name)
		reg.Exclude(p.Name, "module "+p.Module.Name+" has it in Ruby; ralsh is reading it")
		return
	}
	if why := b.Failure(p.Name); why != nil { // the next use of the type tries it again
		p.State, p.Err = Failed, why
	}
	reg.AddLazy(p.Name, func(own *ral.Registry) {
		d, err := b.Describe(context.Background(), p.Name)
		if err == nil {
			t, providers := b.Type(d, ral.Origin{Module: p.Module.Name, File: p.File, Pos: p.File})
			trial := ral.NewRegistry()
			trial.Add(t, providers...)
			if err = trial.Err(); err == nil {
				own.Add(t, providers...)
				return
			}
		}
		own.Exclude(p.Name, fmt.Sprintf("module %s has it in Ruby, but it is unusable: %s", p.Module.Name, err))
	})
}

// foreignProviders adds the providers in Ruby of a built-in type.
func (k *linker) foreignProviders(reg *ral.Registry, typ string, plugins []*Plugin) {
	b := k.env.ruby.Bridge
	if t := k.base.Type(typ); t != nil {
		for _, p := range plugins {
			if _, name, _ := strings.Cut(p.Name, "/"); p.State == Loaded && t.Provider(name) != nil {
				p.State, p.Err = NotRun, errOwnProvider
			}
		}
	}
	usable := slices.DeleteFunc(slices.Clone(plugins), func(p *Plugin) bool { return p.State != Loaded })
	for _, p := range plugins {
		if p.State != Loaded && p.Err != errOwnProvider {
			reg.Exclude(p.Name, p.foreign())
		}
	}
	if len(usable) == 0 {
		return
	}
	reg.ExtendLazy(typ, func(own *ral.Registry, t *ral.Type) ral.Extension {
		var names []string
		for _, p := range usable {
			_, name, _ := strings.Cut(p.Name, "/")
			names = append(names, name)
		}
		made, unusable := b.ExtensionOf(context.Background(), t, names)
		for i, p := range usable {
			if why := unusable[names[i]]; why != nil {
				own.Exclude(p.Name, fmt.Sprintf("module %s has it in Ruby, but it is unusable: %s", p.Module.Name, why))
			}
		}
		return made
	})
}
