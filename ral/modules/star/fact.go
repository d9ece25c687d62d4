package star

import (
	"context"
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Fact is one resolution of a fact, with its weight.
type Fact struct {
	Name     string
	Weight   int
	Weighs   bool // Weight was given; otherwise it is the number of confines
	Confines []ral.Confine
	Origin   ral.Origin
	Commands []ral.Command
	cmds     []namedCommand
	body     *hook
}

// fact implements fact(name, value, weight = N, confine = {...}, commands =
// {...}).
func fact(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	own := &Fact{Origin: f.origin(th)}
	var weight, confine, cmds starlark.Value
	var body starlark.Callable
	if err := unpack(b.Name(), args, kwargs, "name", &own.Name, "value", &body, "weight?", &weight, "confine?", &confine,
		"commands?", &cmds); err != nil {
		return nil, err
	}
	if weight != nil {
		own.Weighs = true
		if own.Weight, err = starlark.AsInt32(weight); err != nil {
			return nil, fmt.Errorf("%s: weight is a number of at most 31 bits, not %s", b.Name(), weight)
		}
	}
	if own.cmds, err = commandsOf(cmds); err != nil {
		return nil, err
	}
	for _, c := range own.cmds {
		own.Commands = append(own.Commands, c.Command)
	}
	if own.Confines, err = confines(th, confine, &Provider{cmds: own.cmds}); err != nil {
		return nil, err
	}
	if own.body, err = newHook(th, "fact "+own.Name, body, providerLimits, "self"); err != nil {
		return nil, err
	}
	f.out.Facts = append(f.out.Facts, own)
	return starlark.None, nil
}

// Resolve returns the value, nil if there is none. facts provides the other
// facts.
func (f *Fact) Resolve(ctx context.Context, rd host.Reader, facts ral.Facts) (value.Value, error) {
	p := ral.Provider{Commands: f.Commands}
	m := looker(ctx, rd.Allow(p.Queries(rd.Root())...), f.cmds, nil)
	m.facts = facts
	defer m.end()
	return f.body.value(ctx, m)
}

// Feature is something that a host can have: a library, an ability.
type Feature struct {
	Name   string
	Doc    string
	Origin ral.Origin
	test   *featureHook
}

type featureHook struct {
	cmds []namedCommand
	hook *hook
}

func (f *featureHook) ask(ctx context.Context, p ral.Probe) (bool, error) {
	queries := ral.Provider{}
	for _, c := range f.cmds {
		queries.Commands = append(queries.Commands, c.Command)
	}
	p.Reader = p.Reader.Allow(queries.Queries(p.Reader.Root())...)
	_, there, err := f.hook.asked(ctx, p, f.cmds)
	return there, err
}

// featureTest implements feature_test(name, fn, doc = "", commands = {...}). It
// is called each time a confine needs it, so a later change is seen.
func featureTest(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	own := &Feature{Origin: f.origin(th), test: &featureHook{}}
	var cmds starlark.Value
	var body starlark.Callable
	if err := unpack(b.Name(), args, kwargs, "name", &own.Name, "fn", &body, "doc?", &own.Doc, "commands?", &cmds); err != nil {
		return nil, err
	}
	if own.test.cmds, err = commandsOf(cmds); err != nil {
		return nil, err
	}
	if own.test.hook, err = newHook(th, "feature "+own.Name, body, providerLimits, "self"); err != nil {
		return nil, err
	}
	f.out.Features = append(f.out.Features, own)
	return starlark.None, nil
}
