package ruby

import (
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
)

// ExtensionOf returns providers in Ruby for a type that is not in Ruby, with the attributes
// that modules add to it, and why a provider is unusable. Resources of the providers are
// declared to Puppet's type of the same name, which must have the attributes of the type.
func (b *Bridge) ExtensionOf(ctx context.Context, t *ral.Type, providers []string) (ral.Extension, map[string]error) {
	unusable := make(map[string]error)
	m, err := b.extended(ctx, t)
	if err != nil {
		for _, name := range providers {
			unusable[name] = err
		}
		return ral.Extension{}, unusable
	}
	var out ral.Extension
	var needed []string
	for _, a := range m.d.Attributes {
		if a.Added && t.Attr(a.Name) == nil {
			out.Attributes = append(out.Attributes, m.attribute(a))
			needed = append(needed, a.Features...)
		}
	}
	for _, name := range providers {
		i := slices.IndexFunc(m.d.Providers, func(p providerDescription) bool { return p.Name == name })
		if i < 0 {
			unusable[name] = fmt.Errorf("the file does not define the provider %s of %s", name, t.Name)
			continue
		}
		p := m.provider(m.d.Providers[i])
		p.Validate = m.validate
		out.Providers = append(out.Providers, p)
		needed = append(needed, p.Features...)
	}
	for _, f := range features(m.d.Features) {
		if slices.Contains(needed, f.Name) && !slices.ContainsFunc(t.Features, func(own ral.Feature) bool { return own.Name == f.Name }) {
			out.Features = append(out.Features, f)
		}
	}
	return out, unusable
}

// extended returns Puppet's type of the name of a type.
func (b *Bridge) extended(ctx context.Context, t *ral.Type) (*member, error) {
	d, err := b.Describe(ctx, t.Name)
	if err != nil {
		return nil, err
	}
	m := &member{b, d}
	for _, a := range t.Properties() {
		if !a.ReadOnly && !m.knows(a.Name) {
			return nil, fmt.Errorf("unknown property %q of Puppet's type %s", a.Name, t.Name)
		}
	}
	return m, nil
}
