package ral

import (
	"context"
	"errors"

	"ralsh/ral/value"
)

// Canonical is what the type makes of a value of an attribute that was read, as
// of one that is declared: a list of a property element by element. others are
// what the attribute's hooks ask of the resource. The error is why the type
// refuses the value.
func (t *Type) Canonical(ctx context.Context, name string, v value.Value, others ...Attr) (value.Value, error) {
	b := builder{ctx: ctx, r: &Resource{Type: t, vals: newValues(t, len(others)+1)}}
	for _, attr := range append(others, Attr{Name: name, Value: v}) {
		a := t.Attr(attr.Name)
		if a == nil {
			return value.Value{}, errors.New(t.Name + " has no attribute " + attr.Name)
		}
		b.assign(a, attr.Value, "", false)
		if len(b.diags) > 0 {
			return value.Value{}, errors.New(b.diags[0].Message)
		}
	}
	made := b.r.Munged(name)
	if t.Attr(name).Kind == Property && v.Kind() == value.List || len(made) != 1 {
		return value.ListOf(made...), nil
	}
	return made[0], nil
}
