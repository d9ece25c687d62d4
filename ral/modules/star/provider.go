package star

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
)

// Provider is a provider as defined in a file. Build converts it once its
// parent is known.
type Provider struct {
	ral.Provider
	cmds  []access.Command
	hooks *providerHooks
	// builtin is the built-in ancestor, or nil. Its code runs where a hook is missing.
	builtin *ral.Provider
}

func provider(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	kwargs, err = renamed(kwargs)
	if err != nil {
		return nil, err
	}
	p := &Provider{hooks: &providerHooks{}}
	var parent, cmds, confine, def, notDef starlark.Value
	pairs := []any{
		"name", &p.Name, "type", &p.Type, "doc?", &p.Doc, "parent?", &parent, "source?", &p.Source, "commands?", &cmds,
		"confine?", &confine, "defaultfor?", &def, "notdefaultfor?", &notDef, "features?", (*convert.Texts)(&p.Features),
		"score?", &p.Score, "needs_root?", &p.NeedsRoot,
	}
	if err := convert.Unpack(b.Name(), args, kwargs, append(pairs, p.hooks.pairs()...)...); err != nil {
		return nil, err
	}
	if !convert.ValidName(p.Name) {
		return nil, fmt.Errorf("provider: invalid provider name %q: use lower-case letters, digits and _", p.Name)
	}
	p.Origin = f.origin(th)
	var errs [5]error
	errs[0] = p.parent(parent)
	p.cmds, errs[1] = access.Commands(cmds)
	for _, c := range p.cmds {
		p.Commands = append(p.Commands, c.Command)
	}
	p.Confines, errs[2] = confines(th, confine, p)
	p.Default, errs[3] = clauses("defaultfor", def)
	p.NotDefault, errs[4] = clauses("notdefaultfor", notDef)
	if err := errors.Join(append(errs[:], p.hooks.make(th))...); err != nil {
		return nil, fmt.Errorf("provider %s: %w", p.Name, err)
	}
	f.out.Providers = append(f.out.Providers, p)
	return starlark.None, nil
}

// parent parses a name, or "type/name" or (type, name) for a provider of a different
// type.
func (p *Provider) parent(x starlark.Value) error {
	switch x := x.(type) {
	case nil, starlark.NoneType:
		return nil
	case starlark.String:
		p.Parent = string(x)
		if typ, name, other := strings.Cut(p.Parent, "/"); other {
			p.ParentType, p.Parent = typ, name
		}
		return nil
	case starlark.Tuple:
		if len(x) == 2 {
			p.ParentType, _ = starlark.AsString(x[0])
			p.Parent, _ = starlark.AsString(x[1])
			return nil
		}
	}
	return fmt.Errorf(`parent must be the name of a provider (example: apt), or "type/name" for a provider of a different type`)
}

// Build returns the provider for the engine.
func (p *Provider) Build() ral.Provider {
	out := p.Provider
	out.New = func() any { return newBehaviour(p).ops() }
	return out
}
