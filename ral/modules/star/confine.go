package star

import (
	"context"
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/lazyre"
)

// testDef is what test() returns: a confine that a function answers.
type testDef struct {
	opaque
	title, want, hint string
	fn                *hook
	frozen, runs      bool
}

// test is test(title, fn, want = "", hint = "", frozen = False).
func test(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if _, err := defining(th, b); err != nil {
		return nil, err
	}
	d := testDef{opaque: "test"}
	var fn starlark.Callable
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "title", &d.title, "fn", &fn, "want?", &d.want, "hint?", &d.hint,
		"frozen?", &d.frozen, "runs?", &d.runs); err != nil {
		return nil, err
	}
	var err error
	d.fn, err = newHook(th, "test "+d.title, fn, providerLimits, "self")
	return d, err
}

// confines reads one dict of kind to what is wanted, or a list of such dicts and
// of test().
func confines(th *starlark.Thread, x starlark.Value, p *Provider) ([]ral.Confine, error) {
	switch x := x.(type) {
	case nil, starlark.NoneType:
		return nil, nil
	case *starlark.Dict:
		return confineDict(th, x, p)
	case testDef:
		return []ral.Confine{x.confine(p)}, nil
	case starlark.Iterable:
		var list []ral.Confine
		for el := range starlark.Elements(x) {
			more, err := confines(th, el, p)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
	return nil, fmt.Errorf("confine is a dict, test(), or a list of those, not a %s", x.Type())
}

func (d testDef) confine(p *Provider) ral.Confine {
	return ral.Confine{
		Kind: ral.ConfineTest, Title: d.title, Want: d.want, Hint: d.hint, Frozen: d.frozen, Runs: d.runs || len(p.cmds) > 0,
		Check: func(ctx context.Context, probe ral.Probe) (string, bool, error) {
			return d.fn.asked(ctx, probe, p.cmds)
		},
	}
}

func confineDict(th *starlark.Thread, dict *starlark.Dict, p *Provider) ([]ral.Confine, error) {
	var list []ral.Confine
	for _, item := range dict.Items() {
		key, _ := starlark.AsString(item[0])
		more, err := confineOf(th, key, item[1], p)
		if err != nil {
			return nil, fmt.Errorf("confine %s: %w", key, err)
		}
		list = append(list, more...)
	}
	return list, nil
}

var confineKeys = []string{"any", "command", "exists", "fact.NAME", "false", "feature", "true"}

func confineOf(th *starlark.Thread, key string, x starlark.Value, p *Provider) ([]ral.Confine, error) {
	kind := ral.ConfineKind(key)
	if name, ok := strings.CutPrefix(key, "fact."); ok {
		var values texts
		err := values.Unpack(x)
		return []ral.Confine{ral.FactIs(name, values...)}, err
	}
	switch kind {
	case ral.ConfineTrue, ral.ConfineFalse, ral.ConfineAny:
		c, err := truths(th, kind, x, p)
		return []ral.Confine{c}, err
	case ral.ConfineExists, ral.ConfineCommand, ral.ConfineFeature:
		var names texts
		if err := names.Unpack(x); err != nil {
			return nil, err
		}
		var list []ral.Confine
		for _, name := range names {
			list = append(list, subject(spaceOf(th), kind, name))
		}
		return list, nil
	}
	return nil, fmt.Errorf("there are %s, and test()", strings.Join(confineKeys, ", "))
}

func subject(space *Space, kind ral.ConfineKind, name string) ral.Confine {
	c := ral.Confine{Kind: kind, Subject: name}
	if kind == ral.ConfineFeature {
		c.Check = func(ctx context.Context, p ral.Probe) (string, bool, error) {
			there, err := space.Feature(ctx, name, p)
			return "", there, err
		}
	}
	return c
}

// truths are what is so when the provider is declared, or a function that is
// asked each time until it holds.
func truths(th *starlark.Thread, kind ral.ConfineKind, x starlark.Value, p *Provider) (ral.Confine, error) {
	c := ral.Confine{Kind: kind}
	switch x := x.(type) {
	case starlark.Callable:
		k, err := newHook(th, "confine "+string(kind), x, providerLimits, "self")
		c.Check = func(ctx context.Context, probe ral.Probe) (string, bool, error) { return k.asked(ctx, probe, p.cmds) }
		return c, err
	case starlark.String, *starlark.Dict:
		c.Truths = []bool{true}
	case starlark.Iterable:
		for el := range starlark.Elements(x) {
			c.Truths = append(c.Truths, truthy(el))
		}
	default:
		c.Truths = []bool{truthy(x)}
	}
	return c, nil
}

// truthy is false for None and False alone, as everywhere in ral.
func truthy(x starlark.Value) bool { return x != starlark.None && x != starlark.False }

// clauses reads {fact: value or values or pattern, ...}, or a list of such.
func clauses(what string, x starlark.Value) ([]ral.Clause, error) {
	switch x := x.(type) {
	case nil, starlark.NoneType:
		return nil, nil
	case *starlark.Dict:
		c, err := clause(what, x)
		return []ral.Clause{c}, err
	case starlark.Iterable:
		var list []ral.Clause
		for el := range starlark.Elements(x) {
			more, err := clauses(what, el)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
	return nil, fmt.Errorf("%s is a dict of fact to values, or a list of those, not a %s", what, x.Type())
}

func clause(what string, dict *starlark.Dict) (ral.Clause, error) {
	c := ral.Clause{}
	for _, item := range dict.Items() {
		name, _ := starlark.AsString(item[0])
		m := ral.Match{Fact: strings.TrimPrefix(name, "fact.")}
		var sources []string
		for _, el := range elements(item[1]) {
			if re, ok := el.(pattern); ok {
				sources = append(sources, re.Regexp.String())
				continue
			}
			v, err := toValue(el)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", what, name, err)
			}
			m.Values = append(m.Values, v.Text())
		}
		switch {
		case len(sources) > 0 && len(m.Values) > 0:
			return nil, fmt.Errorf("%s %s: texts, or patterns, not both", what, name)
		case len(sources) > 0:
			m.Pattern = lazyre.Ruby(strings.Join(sources, "|"))
		}
		c = append(c, m)
	}
	return c, nil
}

func elements(x starlark.Value) []starlark.Value {
	seq, ok := x.(starlark.Iterable)
	if !ok {
		return []starlark.Value{x}
	}
	var list []starlark.Value
	for el := range starlark.Elements(seq) {
		list = append(list, el)
	}
	return list
}
