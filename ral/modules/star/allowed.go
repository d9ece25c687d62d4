package star

import (
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/builtin"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/standard"
)

// allowedValue is the result of value(), for the values of an attribute.
type allowedValue struct {
	convert.InternalValue
	ral.Allowed
}

// allowedList unpacks values: literals, patterns and value().
type allowedList []ral.Allowed

// Unpack implements starlark.Unpacker.
func (list *allowedList) Unpack(x starlark.Value) error {
	seq, ok := x.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("got %s, want a list of strings, patterns and value()", x.Type())
	}
	for el := range starlark.Elements(seq) {
		w, err := oneAllowed(el)
		if err != nil {
			return err
		}
		*list = append(*list, w)
	}
	return nil
}

func oneAllowed(x starlark.Value) (ral.Allowed, error) {
	switch x := x.(type) {
	case allowedValue:
		return x.Allowed, nil
	case builtin.Pattern:
		return ral.Allowed{Pattern: x.Regexp}, nil
	}
	v, err := convert.ToValue(x)
	return ral.Allowed{Name: v.Text()}, err
}

// allowed implements value(): a literal or a pattern with its options.
func allowed(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if _, err := defining(th, b); err != nil {
		return nil, err
	}
	var x starlark.Value
	var aliases, features convert.Texts
	var event, call, means, doc string
	var invalidates bool
	if err := convert.Unpack(b.Name(), args, kwargs, "value", &x, "aliases?", &aliases, "features?", &features,
		"event?", &event, "call?", &call, "means?", &means, "invalidate_refreshes?", &invalidates, "doc?", &doc); err != nil {
		return nil, err
	}
	w, err := oneAllowed(x)
	w.Aliases, w.Features, w.Event, w.Call, w.Means, w.Doc, w.InvalidateRefreshes = aliases, features, event, call, means, doc, invalidates
	return allowedValue{"value", w}, err
}

// ensurable implements ensure: by default present and absent with the default
// present. values replaces them, without a default; more adds to them.
func ensurable(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if _, err := defining(th, b); err != nil {
		return nil, err
	}
	var given attributeArgs
	var more allowedList
	if err := convert.Unpack(b.Name(), args, kwargs, append([]any{
		"doc?", &given.doc, "values?", (*allowedList)(&given.values),
		"more?", &more, "default?", &given.def, "example?", &given.example, "validate?", &given.validate, "munge?", &given.munge,
		"unmunge?", &given.unmunge, "insync?", &given.insync, "is_to_s?", &given.isText, "should_to_s?", &given.shouldText,
		"change_to_s?", &given.changeText, "features?", (*convert.Texts)(&given.features),
	}, given.own.pairs()...)...); err != nil {
		return nil, err
	}
	var a *ral.Attribute
	if len(given.values) > 0 {
		a = standard.EnsureOf(given.doc, append(given.values, more...)...)
	} else {
		a = standard.Ensure(given.doc, more...)
	}
	a.Example, a.Features = given.example, given.features
	given.name = "ensure"
	err := given.hooks(th, a)
	return attribute{"attribute", a, given.own, given.tries}, err
}
