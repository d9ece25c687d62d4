package star

import (
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
)

// canonical implements canonical(name, value, OTHER = value ...): it returns the
// canonical form of a read value and None, or None and the reason why the type rejects
// the value. OTHER are attributes that the hooks read.
func (m *machine) canonical(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var x starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, nil, 2, &name, &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if err != nil {
		return nil, err
	}
	var others []ral.Attr
	for _, kw := range kwargs {
		other, _ := starlark.AsString(kw[0])
		given, err := convert.ToValue(kw[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", b.Name(), other, err)
		}
		others = append(others, ral.Attr{Name: other, Value: given})
	}
	for _, attr := range append(others, ral.Attr{Name: name}) {
		if m.typ.Attr(attr.Name) == nil {
			return nil, fmt.Errorf("%s: unknown attribute %q of type %s%s", b.Name(), attr.Name, m.typ.Name, meant(m.typ, attr.Name))
		}
	}
	made, err := m.typ.Canonical(m.Context, name, v, others...)
	if err != nil {
		return starlark.Tuple{starlark.None, starlark.String(err.Error())}, nil
	}
	return starlark.Tuple{convert.FromValue(made), starlark.None}, nil
}
