package ral

import (
	"context"
	"slices"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Method is a method that a type requires from its providers in addition to those of
// Ops. Puppet's types name them in their features and values: install, latest
// (semantics.md T42). A provider in a module may have it; built-in providers implement
// Ops.
type Method struct {
	Name string
	Doc  string // Markdown: the effect
	// Returns describes the result of a read-only method: "the version". It is empty
	// for a method that changes the host.
	Returns string
	// Refreshes is set for the method that refreshes a resource, unless the provider
	// has Refresh. It reports whether a resource needs it.
	Refreshes func(r *Resource) bool
	// Instead is the method of ralsh, "retrieve", that replaces a method of this name
	// of Puppet's providers. ralsh never calls the method.
	Instead string
}

// Method returns a method of the type, or nil.
func (t *Type) Method(name string) *Method {
	for i := range t.Methods {
		if t.Methods[i].Name == name {
			return &t.Methods[i]
		}
	}
	return nil
}

// complete adds the methods that a type derives: a refresh by a method, and a
// comparison with the meaning of a value.
func (t *Type) complete(o Ops) Ops {
	for _, m := range t.Methods {
		if m.Refreshes == nil || o.Refresh != nil || !slices.Contains(o.Methods, m.Name) {
			continue
		}
		call := o.Call
		o.Refresh = func(ctx context.Context, wr host.Writer, r *Resource) error {
			if !m.Refreshes(r) {
				return nil
			}
			return call(ctx, wr, r, m.Name)
		}
	}
	if o.Ask == nil {
		return o
	}
	inner := o.InSync
	o.InSync = func(ctx context.Context, rd host.Reader, r *Resource, attr string, is, should value.Value) (same, known bool, err error) {
		if inner != nil {
			if same, known, err = inner(ctx, rd, r, attr, is, should); known || err != nil {
				return same, known, err
			}
		}
		allowed := t.Attr(attr).match(should)
		if allowed == nil || allowed.Means == "" || !slices.Contains(o.Methods, allowed.Means) {
			return false, false, nil
		}
		if is.IsAbsent() {
			return false, true, nil
		}
		means, err := o.Ask(ctx, rd, r, allowed.Means)
		same = slices.ContainsFunc(is.Elements(), func(v value.Value) bool { return v.Text() == means.Text() })
		return same, true, err
	}
	return o
}

// NewOps returns the methods of a new behaviour of the provider.
func (p *Provider) NewOps() Ops { return p.ty.complete(OpsOf(p.New())) }
