package star

import (
	"context"
	"fmt"
	"slices"
	"time"

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
	Timeout  time.Duration // 0 for that of all facts
	cmds     []namedCommand
	bodies   []*hook // the chunks of the value, in order
}

// fact implements fact(name, value, weight = N, confine = {...}, commands = {...},
// timeout = seconds). The value is a function, or a dict of functions: its chunks, which
// are merged.
func fact(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	own := &Fact{Origin: f.origin(th)}
	var weight, confine, cmds, body starlark.Value
	seconds := 0
	if err := unpack(b.Name(), args, kwargs, "name", &own.Name, "value", &body, "weight?", &weight, "confine?", &confine,
		"commands?", &cmds, "timeout?", &seconds); err != nil {
		return nil, err
	}
	if own.Timeout = time.Duration(seconds) * time.Second; seconds < 0 {
		return nil, fmt.Errorf("%s: timeout is a number of seconds, not %d", b.Name(), seconds)
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
	if own.bodies, err = chunks(th, own.Name, body); err != nil {
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
	var whole value.Value
	for i, body := range f.bodies {
		v, err := body.value(ctx, m)
		if err != nil {
			return value.Value{}, err
		}
		if i == 0 {
			whole = v
			continue
		}
		if whole, err = mergedValues(whole, v); err != nil {
			return value.Value{}, &Fault{Pos: body.fn.Position().String(), Message: body.what + ": " + err.Error()}
		}
	}
	return whole, nil
}

// chunks returns the functions of a value: one, or those of a dict.
func chunks(th *starlark.Thread, name string, x starlark.Value) ([]*hook, error) {
	if fn, ok := x.(starlark.Callable); ok {
		k, err := newHook(th, "fact "+name, fn, providerLimits, "self")
		return []*hook{k}, err
	}
	dict, ok := x.(*starlark.Dict)
	if !ok || dict.Len() == 0 {
		return nil, fmt.Errorf("fact: the value of %s is a function, or a dict of functions, not %s", name, article(x.Type()))
	}
	var list []*hook
	for _, item := range dict.Items() {
		chunk, err := textKey("fact "+name, item[0])
		if err != nil {
			return nil, err
		}
		fn, ok := item[1].(starlark.Callable)
		if !ok {
			return nil, fmt.Errorf("fact: chunk %s of %s is %s and no function", chunk, name, article(item[1].Type()))
		}
		k, err := newHook(th, "chunk "+chunk+" of fact "+name, fn, providerLimits, "self")
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

// mergedValues merges two chunks as Facter's aggregates are: maps key by key, lists one
// after the other. None adds nothing.
func mergedValues(a, b value.Value) (value.Value, error) {
	switch {
	case b.IsNil():
		return a, nil
	case a.IsNil():
		return b, nil
	case a.Kind() == value.List && b.Kind() == value.List:
		return value.ListOf(slices.Concat(a.Items(), b.Items())...), nil
	case a.Kind() == value.Map && b.Kind() == value.Map:
		pairs := slices.Clone(a.Pairs())
		for _, p := range b.Pairs() {
			i := slices.IndexFunc(pairs, func(q value.Pair) bool { return q.Key.Equal(p.Key) })
			if i < 0 {
				pairs = append(pairs, p)
				continue
			}
			v, err := mergedValues(pairs[i].Value, p.Value)
			if err != nil {
				return value.Value{}, fmt.Errorf("%s: %w", p.Key.Text(), err)
			}
			pairs[i].Value = v
		}
		return value.MapOf(pairs...), nil
	case a.Equal(b):
		return a, nil
	}
	return value.Value{}, fmt.Errorf("%s of this chunk and %s of an earlier one cannot be merged", b.Inspect(), a.Inspect())
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
