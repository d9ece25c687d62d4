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
	if !validName(p.Name) {
		return nil, fmt.Errorf("provider: invalid provider name %q: use lower-case letters, digits and _", p.Name)
	}
	p.Origin = f.origin(th)
	var errs [5]error
	errs[0] = p.parent(parent)
	p.cmds, errs[1] = commandsOf(cmds)
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

// commandDef is the result of command().
type commandDef struct {
	convert.InternalValue
	ral.Command
	env []string
}

// command implements command(binary, optional = False, looks = [["list"]], root
// = ["-R", "{root}"], env = {"KEY": "value"}).
func command(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var c ral.Command
	var looks *starlark.List
	var env *starlark.Dict
	if err := convert.Unpack(b.Name(), args, kwargs, "binary", &c.Binary, "optional?", &c.Optional, "looks?", &looks,
		"root?", (*convert.Texts)(&c.Root), "env?", &env); err != nil {
		return nil, err
	}
	variables, err := access.Environment(b.Name(), env)
	if err != nil {
		return nil, err
	}
	if looks != nil {
		for el := range starlark.Elements(looks) {
			var words convert.Texts
			if err := words.Unpack(el); err != nil {
				return nil, fmt.Errorf("command: looks: %w", err)
			}
			if len(words) == 1 {
				if err := oneWord("looks", words[0]); err != nil {
					return nil, err
				}
			}
			c.Queries = append(c.Queries, words)
		}
	}
	for _, word := range c.Root {
		if err := oneWord("root", word); err != nil {
			return nil, err
		}
	}
	return commandDef{"command", c, variables}, nil
}

// oneWord returns an error for a command line that was written as a single argument,
// because a call never matches it.
func oneWord(name, text string) error {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	for i, word := range words {
		words[i] = starlark.String(word).String()
	}
	return fmt.Errorf("command: %s: %q is a single argument; write a list of arguments: [%s]", name, text, strings.Join(words, ", "))
}

// commandsOf parses {"mysql": "mysql", "dump": command("mysqldump", ...)}.
func commandsOf(x starlark.Value) ([]access.Command, error) {
	if x == nil || x == starlark.None {
		return nil, nil
	}
	dict, ok := x.(*starlark.Dict)
	if !ok {
		return nil, fmt.Errorf("commands must be a dict of name to binary, not %s", convert.Article(x.Type()))
	}
	var list []access.Command
	for _, item := range dict.Items() {
		name, err := convert.TextKey("commands", item[0])
		if err != nil {
			return nil, err
		}
		switch c := item[1].(type) {
		case starlark.String:
			list = append(list, access.Command{Name: name, Command: ral.Command{Binary: string(c)}})
		case commandDef:
			list = append(list, access.Command{Name: name, Command: c.Command, Env: c.env})
		default:
			return nil, fmt.Errorf("commands: %s must be a string or command(), not %s", name, convert.Article(c.Type()))
		}
	}
	return list, nil
}
