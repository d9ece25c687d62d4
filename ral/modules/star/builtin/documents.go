package builtin

import (
	"errors"
	"fmt"
	"slices"

	"go.starlark.net/lib/json"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// documents are the modules that read and write documents.
func documents() map[string]*starlarkstruct.Module {
	modules := make(map[string]*starlarkstruct.Module)
	for name, members := range map[string]starlark.StringDict{
		"json": json.Module.Members,
		"yaml": {"encode": starlark.NewBuiltin("yaml.encode", encodeYAML), "decode": starlark.NewBuiltin("yaml.decode", decodeYAML)},
	} {
		m := &starlarkstruct.Module{Name: name, Members: starlark.StringDict{}}
		for member, fn := range members {
			m.Members[member] = starlark.NewBuiltin(name+"."+member, hiding(fn.(*starlark.Builtin)))
		}
		modules[name] = m
	}
	return modules
}

// hiding gives a builtin its first argument with symbols and references as strings, and
// without the wrapping of secrets. The result for a secret is a secret, and the error
// contains no part of the secret.
func hiding(inner *starlark.Builtin) Func {
	return func(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) == 0 {
			return nil, fmt.Errorf("%s: the first argument is missing (it must be positional)", b.Name())
		}
		v, err := convert.ToValue(args[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name(), err)
		}
		plain, err := bare(v.Reveal())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name(), err)
		}
		out, err := inner.CallInternal(th, slices.Concat(starlark.Tuple{convert.FromValue(plain)}, args[1:]), kwargs)
		if !v.IsSecret() {
			return out, err
		}
		if err != nil {
			return nil, script.Refuse(b.Name()+": invalid secret (ralsh hides the reason, which could show a part of it)", nil)
		}
		made, err := convert.ToValue(out)
		return convert.FromValue(value.Secret(made)), err
	}
}

// bare returns a value without secrets with its symbols and references as texts.
func bare(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.Symbol, value.Reference:
		return value.Str(v.Text()), nil
	case value.Unknown:
		return v, fmt.Errorf("a value is unknown: %s", v.Reason())
	case value.List:
		items := make([]value.Value, len(v.Items()))
		for i, item := range v.Items() {
			var err error
			if items[i], err = bare(item); err != nil {
				return v, err
			}
		}
		return value.ListOf(items...), nil
	case value.Map:
		pairs := make([]value.Pair, len(v.Pairs()))
		for i, p := range v.Pairs() {
			if kind := p.Key.Kind(); kind == value.List || kind == value.Map {
				return v, fmt.Errorf("a key is a %s", kind)
			}
			k, errKey := bare(p.Key)
			item, errItem := bare(p.Value)
			if err := errors.Join(errKey, errItem); err != nil {
				return v, err
			}
			pairs[i] = value.Pair{Key: k, Value: item}
		}
		return value.MapOf(pairs...), nil
	}
	return v, nil
}
