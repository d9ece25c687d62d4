package modules

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"ralsh/ral/host"
	"ralsh/ral/modules/star"
	"ralsh/ral/modules/star/script"
)

// loader runs the files of an environment.
type loader struct {
	ctx       context.Context
	rd        host.Reader
	env       *Environment
	first     map[string]*Plugin // by path in the module
	libraries map[string]*library
	made      []made
	usable    func(context.Context, string) (string, error)
	report    func(*Plugin, *script.Fault) // nil: only the first fault of a file is reported
}

// made holds the definitions of a plugin's file.
type made struct {
	*Plugin
	*star.Defined
}

// library is a file that other files load.
type library struct {
	names   starlark.StringDict
	err     error
	loading bool
}

func newLoader(ctx context.Context, rd host.Reader, e *Environment, opt Options) *loader {
	l := &loader{ctx: ctx, rd: rd, env: e, first: map[string]*Plugin{}, libraries: map[string]*library{}, usable: opt.Usable}
	l.precedence()
	return l
}

// precedence finds the first plugin of each path and marks the rest as shadowed. A
// function in the Puppet language has the name of its module.
func (l *loader) precedence() {
	for _, p := range l.env.Plugins() {
		if p.Kind == PuppetFunction {
			continue
		}
		if first := l.first[p.Rel]; first == nil {
			l.first[p.Rel] = p
		} else {
			p.State, p.By = Shadowed, first.File
		}
	}
}

// files runs every file that is not shadowed.
func (l *loader) files() {
	for _, p := range l.env.Plugins() {
		switch {
		case p.State != Loaded || p.Kind == Lens: // Augeas loads lenses
		case p.Kind == ExternalFact:
			l.external(p)
		case p.Kind == Library:
			if _, err := l.library(p); err != nil {
				p.fail(err)
			}
		default:
			if d, err := l.run(p, star.Source{}); err != nil {
				p.fail(err)
			} else {
				l.made = append(l.made, made{p, d})
			}
		}
	}
}

// external checks whether a file of facts.d provides facts.
func (l *loader) external(p *Plugin) {
	if l.usable == nil {
		return
	}
	passed, err := l.usable(l.ctx, p.File)
	switch {
	case err != nil:
		p.fail(errorAt(p.File+":1:1", "%w", err))
	case passed != "":
		p.State, p.Err = PassedOver, errors.New(passed)
	}
}

// run runs a file. as determines which definitions are allowed.
func (l *loader) run(p *Plugin, as star.Source) (*star.Defined, error) {
	text, err := l.rd.ReadFile(l.ctx, p.File)
	if err != nil {
		return nil, errorAt(p.File+":1:1", "cannot read the file: %w", host.Cause(err))
	}
	if at := badByte(text); at >= 0 {
		return nil, errorAt(place(p.File, text, at), "invalid byte: a plugin must be UTF-8 text")
	}
	src := star.Source{
		Module: p.Module.Name, Path: p.File, Text: text, Plain: as.Plain, Test: as.Test,
		Load: func(name string) (starlark.StringDict, error) { return l.load(p, name) },
	}
	var noted *script.Fault
	if l.report != nil {
		src.Faults = func(f *script.Fault) {
			l.report(p, f)
			if noted == nil {
				noted = f
			}
		}
	}
	d, err := l.env.Space.Load(l.ctx, src)
	if err == nil && noted != nil {
		return nil, noted
	}
	return d, err
}

// badByte returns the index of the first byte that is not text, or -1. Starlark
// treats a NUL as the end of the file and would ignore the rest.
func badByte(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 || r == 0 {
			return i
		}
		i += n
	}
	return -1
}

// place returns file:line:col of a byte.
func place(file string, text []byte, at int) string {
	before := string(text[:at])
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("%s:%d:%d", file, 1+strings.Count(before, "\n"), column)
}

// load implements load("words.star", ...) in a plugin: it loads a library of
// the same module, otherwise of the first module that has it. No other files
// can be loaded.
func (l *loader) load(from *Plugin, name string) (starlark.StringDict, error) {
	rel := path.Join("lib/ral", name)
	kind, _ := classify(rel)
	if path.Clean(name) != name || path.IsAbs(name) || !strings.HasPrefix(rel, "lib/ral/") || kind != Library {
		return nil, fmt.Errorf("load accepts only libraries: a path below lib/ral that is not a type, provider, fact, feature, function or face (example: words.star)")
	}
	p := l.first[rel]
	for _, own := range from.Module.Plugins {
		if own.Rel == rel {
			p = own
		}
	}
	if p == nil {
		return nil, fmt.Errorf("no module contains %s", rel)
	}
	if p.State == Failed {
		return nil, fmt.Errorf("%s", p.Err)
	}
	names, err := l.library(p)
	if err != nil {
		return nil, fmt.Errorf("%s", err)
	}
	return names, nil
}

// library runs a library once.
func (l *loader) library(p *Plugin) (starlark.StringDict, error) {
	lib := l.libraries[p.File]
	switch {
	case lib == nil:
		lib = &library{loading: true}
		l.libraries[p.File] = lib
		d, err := l.run(p, star.Source{Plain: true})
		lib.loading, lib.err = false, err
		if err == nil {
			lib.names = d.Names
		}
	case lib.loading:
		return nil, fmt.Errorf("the libraries that %s loads form a cycle", p.File)
	}
	return lib.names, lib.err
}
