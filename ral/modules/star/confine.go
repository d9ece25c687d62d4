package star

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/condition"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/nearest"
)

// testDef is the result of test(): a confine that a function evaluates.
type testDef struct {
	convert.InternalValue
	title, want, hint string
	fn                *script.Hook
	frozen, runs      bool
}

// test implements test(title, fn, want = "", hint = "", frozen = False).
func test(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if _, err := defining(th, b); err != nil {
		return nil, err
	}
	d := testDef{InternalValue: "test"}
	var fn starlark.Callable
	if err := convert.Unpack(b.Name(), args, kwargs, "title", &d.title, "fn", &fn, "want?", &d.want, "hint?", &d.hint,
		"frozen?", &d.frozen, "runs?", &d.runs); err != nil {
		return nil, err
	}
	var err error
	d.fn, err = script.NewHook(th, "test "+d.title, fn, script.ProviderLimits, "self")
	return d, err
}

// confines parses a dict of kinds and their arguments, or a list of dicts and test().
func confines(th *starlark.Thread, x starlark.Value, p *Provider) ([]condition.Confine, error) {
	switch x := x.(type) {
	case nil, starlark.NoneType:
		return nil, nil
	case *starlark.Dict:
		return confineDict(th, x, p)
	case testDef:
		return []condition.Confine{x.confine(p)}, nil
	case starlark.Iterable:
		var list []condition.Confine
		for el := range starlark.Elements(x) {
			more, err := confines(th, el, p)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
	return nil, fmt.Errorf("confine must be a dict, test(), or a list of dicts and test(), not %s", convert.Article(x.Type()))
}

func (d testDef) confine(p *Provider) condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineTest, Title: d.title, Want: d.want, Hint: d.hint, Frozen: d.frozen, Runs: d.runs || len(p.cmds) > 0,
		Check: func(ctx context.Context, probe condition.Probe) (string, bool, error) {
			return probed(ctx, d.fn, probe, p.cmds)
		},
	}
}

func confineDict(th *starlark.Thread, dict *starlark.Dict, p *Provider) ([]condition.Confine, error) {
	var list []condition.Confine
	for _, item := range dict.Items() {
		key, err := convert.TextKey("confine", item[0])
		if err != nil {
			return nil, err
		}
		more, err := confineOf(th, key, item[1], p)
		if err != nil {
			return nil, fmt.Errorf("confine %s: %w", key, err)
		}
		list = append(list, more...)
	}
	return list, nil
}

var confineKeys = []string{"any", "command", "exists", "fact.NAME", "false", "feature", "setting.NAME", "true"}

func confineOf(th *starlark.Thread, key string, x starlark.Value, p *Provider) ([]condition.Confine, error) {
	kind := condition.ConfineKind(key)
	if name, ok := strings.CutPrefix(key, "fact."); ok {
		var values convert.Texts
		if err := values.Unpack(x); err != nil || x == starlark.None {
			return nil, fmt.Errorf("the value of a fact must be a string or a list of strings, not %s", x)
		}
		return []condition.Confine{condition.FactIs(name, values...)}, nil
	}
	if name, ok := strings.CutPrefix(key, "setting."); ok {
		c, err := settingConfine(th, name, x)
		return []condition.Confine{c}, err
	}
	switch kind {
	case condition.ConfineTrue, condition.ConfineFalse, condition.ConfineAny:
		c, err := truths(th, kind, x, p)
		return []condition.Confine{c}, err
	case condition.ConfineExists, condition.ConfineCommand, condition.ConfineFeature:
		var names convert.Texts
		if err := names.Unpack(x); err != nil {
			return nil, err
		}
		var list []condition.Confine
		for _, name := range names {
			list = append(list, subject(fileOf(th).space, kind, name))
		}
		return list, nil
	}
	return nil, fmt.Errorf("unknown confine: use %s, or test()", strings.Join(confineKeys, ", "))
}

func subject(space *Space, kind condition.ConfineKind, name string) condition.Confine {
	c := condition.Confine{Kind: kind, Subject: name}
	if kind == condition.ConfineFeature {
		c.Check = func(ctx context.Context, p condition.Probe) (string, bool, error) {
			there, err := space.Feature(ctx, name, p)
			return "", there, err
		}
	}
	return c
}

// truths returns a confine on values at the declaration of the provider, or on
// a function that is called each time until it returns true.
func truths(th *starlark.Thread, kind condition.ConfineKind, x starlark.Value, p *Provider) (condition.Confine, error) {
	c := condition.Confine{Kind: kind}
	switch x := x.(type) {
	case starlark.Callable:
		k, err := script.NewHook(th, "confine "+string(kind), x, script.ProviderLimits, "self")
		c.Check = func(ctx context.Context, probe condition.Probe) (string, bool, error) {
			return probed(ctx, k, probe, p.cmds)
		}
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

// truthy reports whether a result counts as true: all except None and False do, as
// everywhere in ral.
func truthy(x starlark.Value) bool { return x != starlark.None && x != starlark.False }

// probed runs a read-only hook that returns True or False, or (answer, current value).
func probed(ctx context.Context, k *script.Hook, p condition.Probe, cmds []access.Command) (got string, pass bool, err error) {
	m := reader(ctx, p.Reader, cmds, nil)
	m.Facts = p.Facts
	defer m.End()
	out, err := k.Call(ctx, m)
	if err != nil {
		return "", false, err
	}
	switch out := out.(type) {
	case starlark.Bool:
		return "", bool(out), nil
	case starlark.Tuple:
		if len(out) == 2 {
			ok, isBool := out[0].(starlark.Bool)
			if text, isText := starlark.AsString(out[1]); isBool && isText {
				return text, bool(ok), nil
			}
		}
	}
	return "", false, k.Wrong(out, "True, False, or a tuple (True or False, the current value)")
}

// settingConfine parses the argument of "setting.NAME" in confine: the values that a
// setting of ralsh may have, compared as the values of a fact (semantics.md S8). An
// unknown name is a fault if faults are collected; otherwise it is a test that fails.
func settingConfine(th *starlark.Thread, name string, x starlark.Value) (condition.Confine, error) {
	var values convert.Texts
	if err := values.Unpack(x); err != nil || x == starlark.None {
		return condition.Confine{}, fmt.Errorf("the value of a setting must be a string or a list of strings, not %s", x)
	}
	want := strings.Join(values, " or ")
	c := condition.Confine{Kind: condition.ConfineSetting, Subject: "setting " + name, Title: "setting " + name + " is " + want, Want: want}
	settings := fileOf(th).space.Settings
	got, known := settings[name]
	if !known {
		err := noSetting(name, settings)
		if fileOf(th).Faults != nil {
			return c, err
		}
		c.Subject, c.Hint, got = "", err.Error(), "no setting "+name
	}
	pass := known && slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, got) })
	c.Check = func(context.Context, condition.Probe) (string, bool, error) { return got, pass, nil }
	return c, nil
}

func noSetting(name string, settings map[string]string) error {
	names := slices.Sorted(maps.Keys(settings))
	return fmt.Errorf("unknown setting %q%s; the settings are %s", name, nearest.DidYouMean(name, names), strings.Join(names, ", "))
}
