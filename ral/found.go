package ral

import (
	"slices"

	"ralsh/ral/value"
)

// Found is one instance as a provider saw it on the host.
type Found struct {
	Name     string
	Type     *Type
	Provider *Provider
	From     string   // where it was read: "/etc/passwd:20", "dpkg-query -W"
	Local    bool     // false: known to the system but not in the files this provider manages
	Findings []string // what is odd about it as it stands, in plain words, where only the provider can know
	is       []value.Value
	from     []string
}

// NewFound makes an instance of which nothing is known yet.
func NewFound(t *Type, name string) *Found {
	return &Found{Name: name, Type: t, Local: true, is: make([]value.Value, len(t.props))}
}

// Odd is what is odd about the instance as it stands: what its type finds, then
// what only the provider can know.
func (f *Found) Odd() []string {
	if f.Type.Findings == nil {
		return f.Findings
	}
	return slices.Concat(f.Type.Findings(f), f.Findings)
}

// AbsentFound is an instance that is not there: ensure is absent, and so is
// every other property (semantics.md T55).
func AbsentFound(t *Type, name string) *Found {
	f := NewFound(t, name)
	for i := range f.is {
		f.is[i] = value.Absent()
	}
	return f
}

func (t *Type) propIndex(attr string) int {
	for i, a := range t.props {
		if a.Name == attr {
			return i
		}
	}
	return -1
}

// Set notes what a property is. A name that is no property is a mistake in the
// provider and panics.
func (f *Found) Set(attr string, is value.Value) *Found {
	i := f.Type.propIndex(attr)
	if i < 0 {
		panic("provider sets " + attr + ", which is no property of " + f.Type.Name)
	}
	if f.Type.props[i].Sensitive && !is.IsNil() && !is.IsAbsent() && !is.IsUnknown() {
		is = value.Secret(is)
	}
	f.is[i] = is
	return f
}

// SetFrom is Set with the place where the property was read.
func (f *Found) SetFrom(attr string, is value.Value, from string) *Found {
	f.Set(attr, is)
	if f.from == nil {
		f.from = make([]string, len(f.is))
	}
	f.from[f.Type.propIndex(attr)] = from
	return f
}

// Get returns what a property is; absent when the provider said nothing of it.
func (f *Found) Get(attr string) value.Value {
	i := f.Type.propIndex(attr)
	if i < 0 || f.is[i].IsNil() {
		return value.Absent()
	}
	return f.is[i]
}

// At returns what the i-th property of the type is, nil when the provider said
// nothing of it.
func (f *Found) At(i int) value.Value { return f.is[i] }

// Known reports whether the provider said anything about a property.
func (f *Found) Known(attr string) bool {
	i := f.Type.propIndex(attr)
	return i >= 0 && !f.is[i].IsNil()
}

// Source is where a property was read.
func (f *Found) Source(attr string) string {
	if i := f.Type.propIndex(attr); i >= 0 && f.from != nil && f.from[i] != "" {
		return f.from[i]
	}
	return f.From
}

// Present reports whether the instance is there at all.
func (f *Found) Present() bool { return f != nil && f.Type.Present(f) }

// Clone returns a copy whose values can be set apart.
func (f *Found) Clone() *Found {
	c := *f
	c.is = append([]value.Value(nil), f.is...)
	c.from = append([]string(nil), f.from...)
	return &c
}
