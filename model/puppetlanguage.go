package model

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
	"ralsh/ral/modules"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/value"
)

// loneRuby is the bridge of a session without modules.
type loneRuby struct {
	mu     sync.Mutex
	bridge *ruby.Bridge
}

// Language returns the bridge that evaluates the Puppet language. The error is why
// the language is not available. Language does not start Ruby.
func (ms *Modules) Language(ctx context.Context) (*ruby.Bridge, error) {
	if m := ms.Loaded(); m != nil {
		return m.Language(ctx)
	}
	ms.lone.mu.Lock()
	defer ms.lone.mu.Unlock()
	var err error
	if ms.lone.bridge == nil {
		ms.lone.bridge, err = ms.openRuby(ctx, modules.Options{}, nil, nil)
	}
	return ms.lone.bridge, err
}

// Defines reports whether only a module in the Puppet language defines a type:
// concat::fragment in manifests/fragment.pp of the module concat.
func (ms *Modules) Defines(ctx context.Context, name string) bool {
	m := ms.Loaded()
	if m == nil || ms.session.Env.Registry.Type(name) != nil {
		return false
	}
	module, rest, _ := strings.Cut(name, "::")
	if rest == "" {
		rest = "init"
	}
	return slices.ContainsFunc(m.Modules, func(in *modules.Module) bool {
		if in.Name != module || in.ShadowedBy != "" || in.Err != nil {
			return false
		}
		_, err := ms.session.Env.Reader().Stat(ctx, path.Join(in.Path, "manifests", strings.ReplaceAll(rest, "::", "/")+".pp"))
		return err == nil
	})
}

// Compile compiles a manifest with the facts of this host, and returns the
// declarations of its catalog and Puppet's notes. The error is ral.Diags if the
// manifest is invalid.
func (ms *Modules) Compile(ctx context.Context, name string, code []byte) (*manifest.Input, []ruby.Note, error) {
	b, err := ms.Language(ctx)
	if err != nil {
		return nil, nil, err
	}
	catalog, notes, err := b.Compile(ctx, ms.session.Env.Reader(), name, code)
	if wrong, ok := errors.AsType[*ruby.CompileError](err); ok {
		return nil, notes, wrong.Diags(name)
	}
	if err != nil {
		return nil, notes, fmt.Errorf("cannot compile %s: %w", name, err)
	}
	in, err := manifest.ReadCompiled(name, catalog)
	return in, notes, err
}

// HasRubyFunction reports whether Puppet, or a module in Ruby or in the Puppet
// language, defines a function. It does not start Ruby.
func (ms *Modules) HasRubyFunction(ctx context.Context, name string) bool {
	b, err := ms.Language(ctx)
	if err != nil || b == nil {
		return false
	}
	m := ms.Loaded()
	return b.HasFunction(ctx, name) ||
		m != nil && slices.ContainsFunc(m.ForeignFunctions(), func(p *modules.Plugin) bool { return p.Called() == name })
}

// CallRuby calls a function of HasRubyFunction, and returns Puppet's notes.
func (ms *Modules) CallRuby(ctx context.Context, rd host.Reader, name string, args []value.Value) (value.Value, []ruby.Note, error) {
	b, err := ms.Language(ctx)
	if err != nil {
		return value.Value{}, nil, err
	}
	return b.Call(ctx, rd, name, args)
}

// node returns the name of this host as a node of Puppet: its full name in lower case.
func (ms *Modules) node(ctx context.Context) string {
	fqdn, err := ms.session.Facts.Fact(ctx, "networking.fqdn")
	if err != nil || fqdn.Text() == "" {
		return strings.ToLower(ms.session.HostName())
	}
	return strings.ToLower(fqdn.Text())
}

// attributes returns the attributes of a type for the compiler, the name first, or
// nil for an unknown type.
func (ms *Modules) attributes(typ string) []string {
	t := ms.session.Env.Registry.Type(typ)
	if t == nil {
		return nil
	}
	var names, all []string
	for _, a := range t.Attributes {
		switch {
		case a.Kind == ral.Meta || a.Name == "provider":
		case a.Namevar:
			names = append(names, a.Name)
		default:
			all = append(all, a.Name)
		}
	}
	return append(names, all...)
}
