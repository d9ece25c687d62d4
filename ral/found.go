package ral

import (
	"slices"

	"ralsh/ral/value"
)

// Instance is one instance as a provider saw it on the host.
type Instance struct {
	Name             string
	Type             *Type
	Provider         *Provider
	Keys             []Attr     // its namevars, where the type has several and the name alone may not say them
	From             string     // where it was read: "/etc/passwd:20", "dpkg-query -W"
	Shadowed         bool       // another one of this name at this provider counts
	Local            bool       // false: known to the system but not in the files this provider manages
	ProviderFindings []string   // what is odd about it as it stands, in plain words, where only the provider can know
	readings         []*reading // what the provider said, in the order in which it did
	from             []string   // where it was read, where that is not From
}

// reading is what one property is. Most types have more properties than a host has
// something to say about, and there may be a hundred thousand instances, many of
// them alike: a reading is never changed and may be in several.
type reading struct {
	is   value.Value
	prop uint16 // of Type.props
	from uint16 // 0 is Found.From, else one above the index of Found.from
}

// NewInstance makes an instance of which nothing is known yet.
func NewInstance(t *Type, name string) *Instance {
	return &Instance{Name: name, Type: t, Local: true, readings: make([]*reading, 0, min(len(t.props), 12))}
}

// Findings is what is odd about the instance as it stands: what its type finds, then
// what only the provider can know.
func (f *Instance) Findings() []string {
	if f.Type.Findings == nil {
		return f.ProviderFindings
	}
	return slices.Concat(f.Type.Findings(f), f.ProviderFindings)
}

// AbsentInstance is an instance that is not there: ensure is absent, and so is
// every other property (semantics.md T55).
func AbsentInstance(t *Type, name string) *Instance {
	f := NewInstance(t, name)
	for i := range t.props {
		f.readings = append(f.readings, &reading{is: value.Absent(), prop: uint16(i)})
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
func (f *Instance) Set(attr string, is value.Value) *Instance { return f.set(attr, is, nil) }

// SetFrom is Set with the place where the property was read.
func (f *Instance) SetFrom(attr string, is value.Value, from string) *Instance {
	return f.set(attr, is, &from)
}

func (f *Instance) set(attr string, is value.Value, from *string) *Instance {
	i := f.Type.propIndex(attr)
	if i < 0 {
		panic("provider sets " + attr + ", which is no property of " + f.Type.Name)
	}
	if f.Type.props[i].Sensitive && !is.IsNil() && !is.IsAbsent() && !is.IsUnknown() {
		is = value.Secret(is)
	}
	r := &reading{is: is, prop: uint16(i)}
	old := slices.IndexFunc(f.readings, func(r *reading) bool { return int(r.prop) == i })
	switch {
	case from != nil && *from != "":
		at := slices.Index(f.from, *from)
		if at < 0 {
			at, f.from = len(f.from), append(f.from, *from)
		}
		r.from = uint16(at + 1)
	case from == nil && old >= 0:
		r.from = f.readings[old].from
	}
	if old < 0 {
		f.readings = append(f.readings, r)
	} else {
		f.readings[old] = r
	}
	return f
}

// Get returns what a property is; absent when the provider said nothing of it.
func (f *Instance) Get(attr string) value.Value {
	if is := f.At(f.Type.propIndex(attr)); !is.IsNil() {
		return is
	}
	return value.Absent()
}

// property is what is held of the i-th property of the type, nil for nothing.
func (f *Instance) property(i int) *reading {
	for _, r := range f.readings {
		if int(r.prop) == i {
			return r
		}
	}
	return nil
}

// At returns what the i-th property of the type is, nil when the provider said
// nothing of it.
func (f *Instance) At(i int) value.Value {
	if h := f.property(i); h != nil {
		return h.is
	}
	return value.Value{}
}

// Known reports whether the provider said anything about a property.
func (f *Instance) Known(attr string) bool {
	return !f.At(f.Type.propIndex(attr)).IsNil()
}

// Source is where a property was read.
func (f *Instance) Source(attr string) string {
	if h := f.property(f.Type.propIndex(attr)); h != nil && h.from > 0 {
		return f.from[h.from-1]
	}
	return f.From
}

// Present reports whether the instance is there at all.
func (f *Instance) Present() bool { return f != nil && f.Type.Present(f) }

// Clone returns a copy whose values can be set apart.
func (f *Instance) Clone() *Instance {
	c := *f
	c.readings, c.from = slices.Clone(f.readings), slices.Clone(f.from)
	return &c
}

// compact gives back the room that nothing more will be put into, and shares with
// the instance before what is as it was there.
func (f *Instance) compact(before *Instance) {
	f.readings = append(make([]*reading, 0, len(f.readings)), f.readings...)
	f.from = append(make([]string, 0, len(f.from)), f.from...)
	if before != nil {
		f.share(before)
	}
}

func (f *Instance) share(with *Instance) {
	for i, r := range f.readings {
		if was := with.property(int(r.prop)); was != nil && was.from == r.from && was.is.Same(r.is) {
			f.readings[i] = was
		}
	}
}

// Share takes over what is as it was when the same instance was seen before, so that
// two looks at it hold that once. Nobody else may know f yet.
func (f *Instance) Share(before *Instance) {
	f.share(before)
	if f.Name == before.Name {
		f.Name = before.Name
	}
	if slices.Equal(f.readings, before.readings) {
		f.readings = before.readings
	}
	if slices.Equal(f.from, before.from) {
		f.from = before.from
	}
}
