package undo

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ralsh/model/undeclared"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/value"
)

// The values of an earlier state that a type accepts.

// errUnset is the only rejection that does not depend on the state of the host: no later undo
// can restore the property.
var errUnset = errors.New("it was not set, and no value of the type means unset")

// wholeLists makes the lists of a declaration complete. Otherwise the previous
// list would be in sync with the members that a run added.
func wholeLists(t *ral.Type, d ral.Decl) ral.Decl {
	for _, a := range d.Attrs {
		if attr := t.Attr(a.Name); attr != nil && attr.WholeList.Name != "" && !a.Value.IsAbsent() {
			d = d.With(attr.WholeList.Name, attr.WholeList.Value)
		}
	}
	return d
}

// accepted builds a declaration without the values that the type rejects, and
// reports each with the type's reason. It returns nil if only the location is
// left.
func (h Host) accepted(ctx context.Context, full ral.Decl, where func(attr string) bool, refuse func(property string, err error)) *ral.Resource {
	place := full
	place.Attrs = slices.DeleteFunc(slices.Clone(full.Attrs), func(a ral.Attr) bool { return !where(a.Name) })
	decl := full
	r, diags := h.Env.Build(ctx, full)
	if diags.Err() != nil || slices.ContainsFunc(full.Attrs, func(a ral.Attr) bool { return a.Value.IsAbsent() && !keepsAbsent(r, a.Name) }) {
		decl = h.oneByOne(ctx, full, place, refuse)
		r, diags = h.Env.Build(ctx, decl)
	}
	if len(decl.Attrs) == 0 || len(decl.Attrs) == len(place.Attrs) && len(full.Attrs) > len(place.Attrs) {
		return nil
	}
	if err := diags.Err(); err != nil {
		refuse("", err)
		return nil
	}
	return r
}

// declarableOnly omits the values that the type reports as undeclarable, or replaces
// them by the parameters that restore them: the path that the mode auto chose.
func declarableOnly(t *ral.Type, d ral.Decl, was *ral.Instance) ral.Decl {
	for _, at := range slices.Clone(d.Attrs) {
		a := t.Attr(at.Name)
		if a == nil || a.Undeclarer() == nil {
			continue
		}
		if _, why := a.Undeclarer().Undeclarable(was, at.Value.Reveal()); why == "" {
			continue
		}
		d = d.With(a.Name, value.Value{})
		if a.RestoredBy != "" && !at.Value.IsAbsent() {
			d = d.With(a.RestoredBy, at.Value)
		}
	}
	return d
}

// oneByOne returns a declaration without the values that the type rejects, separately
// or together with the rest.
func (h Host) oneByOne(ctx context.Context, full, place ral.Decl, refuse func(property string, err error)) ral.Decl {
	decl := full
	asking := make(map[string]error) // attributes that are rejected alone, because the type requires others
	for _, a := range full.Attrs {
		one := place.With(a.Name, a.Value)
		r, diags := h.Env.Build(ctx, one)
		switch err := diags.Err(); {
		case err != nil && !slices.ContainsFunc(diags, func(d diagnostic.Diag) bool { return d.Attr != "" }):
			asking[a.Name] = err
			decl = decl.With(a.Name, value.Value{})
		case err != nil:
			refuse(a.Name, err)
			decl = decl.With(a.Name, value.Value{})
		case a.Value.IsAbsent() && !keepsAbsent(r, a.Name):
			refuse(a.Name, errUnset)
			decl = decl.With(a.Name, value.Value{})
		}
	}
	return h.together(ctx, place, h.along(ctx, full, decl, asking, refuse), refuse)
}

// together returns a declaration without the values that the type rejects together with
// the values before them; ensure is the first. It does not report values of a resource
// to remove, because they disappear with it, and an undo compares the result.
func (h Host) together(ctx context.Context, place, decl ral.Decl, refuse func(property string, err error)) ral.Decl {
	if _, diags := h.Env.Build(ctx, decl); diags.Err() == nil {
		return decl
	}
	attrs := slices.Clone(decl.Attrs)
	slices.SortStableFunc(attrs, func(a, b ral.Attr) int { return cmp.Compare(order(a), order(b)) })
	some := place
	for _, a := range attrs {
		with := some.With(a.Name, a.Value)
		r, diags := h.Env.Build(ctx, with)
		if err := diags.Err(); err == nil {
			some = with
		} else if r == nil || !r.Removing() {
			refuse(a.Name, err)
		}
	}
	return some
}

func order(a ral.Attr) int {
	if a.Name == "ensure" {
		return 0
	}
	return 1
}

// along adds the attributes to a declaration that the type accepts together with the
// rest, or with the current values.
func (h Host) along(ctx context.Context, full, decl ral.Decl, asking map[string]error, refuse func(property string, err error)) ral.Decl {
	if len(asking) == 0 {
		return decl
	}
	whole := full
	whole.Attrs = slices.DeleteFunc(slices.Clone(full.Attrs), func(a ral.Attr) bool {
		_, declared := decl.Get(a.Name)
		return !declared && asking[a.Name] == nil
	})
	accepted := func(d ral.Decl) bool {
		_, diags := h.Env.Build(ctx, d)
		return diags.Err() == nil
	}
	if accepted(whole) {
		return whole
	}
	if rest, ok := h.confirm(ctx, whole, accepted); ok {
		return rest
	}
	for _, a := range full.Attrs {
		if err := asking[a.Name]; err == nil {
			continue
		} else if with := decl.With(a.Name, a.Value); accepted(with) {
			decl = with
		} else if a.Value.Text() != "false" { // a flag that is off equals a missing flag
			refuse(a.Name, err)
		}
	}
	return decl
}

// confirm adds current values that the type requires to a declaration: a single property,
// or all of them.
func (h Host) confirm(ctx context.Context, d ral.Decl, accepted func(ral.Decl) bool) (ral.Decl, bool) {
	whole := d
	for _, a := range undeclared.Rest(ctx, h.Env, d) {
		if one := d.With(a.Name, a.Value); accepted(one) {
			return one, true
		}
		whole = whole.With(a.Name, a.Value)
	}
	return whole, accepted(whole)
}

// keepsAbsent reports whether the type treats absent as a symbol and not as a
// text.
func keepsAbsent(r *ral.Resource, name string) bool {
	munged := r.Munged(name)
	return len(munged) == 1 && munged[0].IsAbsent()
}
