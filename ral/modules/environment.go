package modules

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/modules/star"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/modules/star/script"
)

// Options are the options of Load.
type Options struct {
	Name string   // of the environment; default "production"
	Path []string // the modulepath
	// Synced is the directory that pluginsync fills, or "". Modules take
	// precedence over it.
	Synced string
	Base   *ral.Registry // built-in types
	// Settings are the settings of ralsh that a confine can name.
	Settings map[string]string
	// Facts are the facts of the host and FactNames the known names, for Check. Without
	// Facts, Check reads no fact.
	Facts     condition.Facts
	FactNames []string
	// Usable returns why a file of facts.d is skipped, or its error; nil uses
	// all files.
	Usable func(ctx context.Context, file string) (passed string, err error)
	// Ruby opens the bridge to the Ruby code of modules; nil disables it. It is called
	// only if a module contains Ruby code.
	Ruby func(ctx context.Context, list []ruby.Module, origin func(file string) ral.Origin) (*ruby.Bridge, error)
	// RubyLater omits types in Ruby that are not described yet, so that the caller does
	// not wait for Ruby (Environment.RubyPending).
	RubyLater bool
	// Reserved are the names that no face may have.
	Reserved face.Reserved
}

// Environment is a loaded modulepath. It is immutable and safe for concurrent
// use.
type Environment struct {
	Name     string
	Path     []string
	Missing  []string  // directories of Path that do not exist
	Modules  []*Module // in order of precedence
	Registry *ral.Registry
	Space    *star.Space
	Facts    []*star.Fact
	Faces    []*face.Face

	trials []star.Trial // for Check
	ruby   bridge
}

// Load finds and loads all plugins. An error affects only its plugin; see
// Plugin.Err.
func Load(ctx context.Context, rd host.Reader, opt Options) *Environment {
	e := &Environment{Name: opt.Name, Path: opt.Path, Space: star.NewSpace()}
	if e.Name == "" {
		e.Name = "production"
	}
	e.Modules, e.Missing = scan(ctx, rd, opt.Path)
	return e.load(ctx, rd, opt, nil)
}

// load loads the scanned modules, followed by the plugins from pluginsync. told, if set,
// is called with every fault, not only the first of a file.
func (e *Environment) load(ctx context.Context, rd host.Reader, opt Options, text func(*Plugin, *script.Fault)) *Environment {
	e.Space.Reserved = opt.Reserved
	if m := synced(ctx, rd, opt.Synced); opt.Synced != "" && m != nil {
		e.Modules = append(e.Modules, m)
	}
	e.Space.Settings = opt.Settings
	for _, m := range e.Modules {
		m.lenses()
	}
	l := newLoader(ctx, rd, e, opt)
	l.report = text
	l.files()
	e.openRuby(ctx, opt)
	link(e, l, opt.Base)
	e.Space.Broken = map[string]error{}
	for _, p := range e.Plugins() {
		if p.Kind == Function && p.State == Failed {
			e.Space.Broken[p.Name] = p.Err
		}
	}
	return e
}

// Plugins returns all plugins, module by module.
func (e *Environment) Plugins() []*Plugin {
	var all []*Plugin
	for _, m := range e.Modules {
		all = append(all, m.Plugins...)
	}
	return all
}

// Find returns the plugin that is used for a kind and name, otherwise nil. It may have
// failed.
func (e *Environment) Find(kind Kind, name string) *Plugin {
	for _, p := range e.Plugins() {
		if p.Kind == kind && p.Name == name && p.State != Shadowed {
			return p
		}
	}
	return nil
}

// Failures returns the errors of plugins that cannot be used and modules that
// cannot be read.
func (e *Environment) Failures() []error {
	return e.failures(func(*Module) bool { return true }, func(*Plugin) bool { return true })
}

// FailureReport returns the Failures for a module's user: each with its module
// and the path in it.
func (e *Environment) FailureReport() []string {
	var all []string
	for _, m := range e.Modules {
		name := m.Name
		if name == "" {
			name = "(synchronised)"
		}
		if m.Err != nil {
			all = append(all, name+": "+m.Err.Error())
		}
		for _, p := range m.Plugins {
			if p.State != Failed {
				continue
			}
			pos, text := placeOf(p.Err, p.File)
			at, inside := strings.CutPrefix(pos, p.File)
			if !inside {
				text = p.Err.Error()
			}
			all = append(all, name+" "+p.Rel+at+": "+text)
		}
	}
	return all
}

// ExternalFacts returns the files of facts.d, module by module, because the first
// directory takes precedence. Within a module the last name is first, because it takes
// precedence. Shadowed files are omitted.
func (e *Environment) ExternalFacts() []string {
	var files []string
	for _, m := range e.Modules {
		for _, p := range slices.Backward(m.Plugins) {
			if p.Kind == ExternalFact && p.State == Loaded {
				files = append(files, p.File)
			}
		}
	}
	return files
}
