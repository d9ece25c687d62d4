package builtin

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// Func is the Go function of a builtin.
type Func = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

// All returns the functions and modules by name.
func All() starlark.StringDict {
	w := starlark.StringDict{
		"re": reModule(), "present": convert.FromValue(value.Present()), "absent": convert.FromValue(value.Absent()),
	}
	for name, fn := range map[string]Func{
		"symbol": symbol, "ref": reference, "secret": secret, "unread": unread, "fail": fail, "bug": bug,
		"range": bounded, "resource": resource, "text": plainText, "inspect": plainText,
	} {
		w[name] = starlark.NewBuiltin(name, fn)
	}
	for _, modules := range []map[string]*starlarkstruct.Module{encodings(), documents()} {
		for name, m := range modules {
			w[name] = m
		}
	}
	return w
}

// symbol returns the symbol of a name.
func symbol(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	return convert.FromValue(value.Sym(v.Text())), err
}

func reference(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var typ, title string
	err := convert.Unpack(b.Name(), args, kwargs, "type", &typ, "title", &title)
	return convert.FromValue(value.Ref(strings.ToLower(typ), title)), err
}

func secret(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "value", &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if ctx := script.Context(th); ctx != nil {
		redact.Tell(ctx, v)
	}
	return convert.FromValue(value.Secret(v)), err
}

func unread(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var reason string
	err := convert.Unpack(b.Name(), args, kwargs, "reason", &reason)
	return convert.FromValue(value.Unread(joined(starlark.Tuple{starlark.String(reason)}))), err
}

// plainText implements text(value), the form for a tool: present, 5, true; and
// inspect(value), the form in messages: :present, 5, "a b".
func plainText(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "value", &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if err == nil && v.IsSecret() {
		return nil, fmt.Errorf("%s: a secret cannot be converted to a string: use secret.reveal()", b.Name())
	}
	if b.Name() == "inspect" {
		return starlark.String(v.Inspect()), err
	}
	return starlark.String(v.Text()), err
}

// fail rejects the input of a hook, with a message and without a position.
func fail(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var needs starlark.Value
	if err := convert.Unpack(b.Name(), nil, kwargs, "needs?", &needs); err != nil {
		return nil, err
	}
	if needs == nil || needs == starlark.None {
		return nil, script.Refuse(joined(args), nil)
	}
	v, err := convert.ToValue(needs)
	if err != nil {
		return nil, err
	}
	typ, title, ok := v.Target()
	if !ok {
		return nil, fmt.Errorf("%s: needs must be a ref, not %s", b.Name(), convert.Article(needs.Type()))
	}
	return nil, script.Refuse(joined(args), &ral.DependencyError{Type: typ, Name: title})
}

// bug reports an error in the plugin.
func bug(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	return nil, script.Break(joined(args))
}

// joined returns the text of the arguments.
func joined(args starlark.Tuple) string {
	parts := make([]string, len(args))
	for i, arg := range args {
		if s, ok := starlark.AsString(arg); ok {
			parts[i] = s
		} else {
			parts[i] = arg.String()
		}
	}
	if text := strings.Join(parts, " "); strings.TrimSpace(text) != "" {
		return text
	}
	return "the module gives no reason"
}

// maxRange is the maximum length of a range, because converting it to a list is a single
// step.
const maxRange = 10_000_000

// bounded is Starlark's range with a maximum length, because list(range(n)) is a single
// step for any n.
func bounded(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	out, err := starlark.Call(th, starlark.Universe["range"], args, kwargs)
	if err != nil {
		return nil, err
	}
	if n := starlark.Len(out); n > maxRange {
		return nil, fmt.Errorf("%s: the range is too long (%d elements, at most %d)", b.Name(), n, maxRange)
	}
	return out, nil
}

// Declaration is the result of resource(): a generated resource.
type Declaration struct {
	convert.InternalValue
	Decl ral.Decl
}

// resource implements resource(type, title, attr = value, ...).
func resource(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var d ral.Decl
	if err := convert.Unpack(b.Name(), args, nil, "type", &d.Type, "title", &d.Title); err != nil {
		return nil, err
	}
	for _, kw := range kwargs {
		name, _ := starlark.AsString(kw[0])
		v, err := convert.ToValue(kw[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", b.Name(), name, err)
		}
		d.Attrs = append(d.Attrs, ral.Attr{Name: name, Value: v})
	}
	return Declaration{"resource", d}, nil
}
