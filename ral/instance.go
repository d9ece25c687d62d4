package ral

import (
	"slices"
	"unicode/utf8"

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
	ProviderFindings []string   // what is unusual about it, in plain words, where only the provider can know
	readings         []*reading // what the provider said, in the order in which it did
	from             []string   // where it was read, where that is not From
	before           *Instance  // while it is listed, the instance before it
}

// reading is what one property is. Most types have more properties than a host has
// something to say about, and there may be a hundred thousand instances, many of
// them alike: a reading is never changed and may be in several.
type reading struct {
	is   value.Value
	prop uint16 // of Type.props
	from uint16 // 0 is Instance.From, else one above the index of Instance.from
}

// NewInstance makes an instance without any readings.
func NewInstance(t *Type, name string) *Instance {
	return &Instance{Name: name, Type: t, Local: true, readings: roomFor(t)}
}

func roomFor(t *Type) []*reading { return make([]*reading, 0, min(len(t.props), 12)) }

// Findings is what is unusual about the instance: what its type finds, then
// what only the provider can know.
func (inst *Instance) Findings() []string {
	if inst.Type.Findings == nil {
		return inst.ProviderFindings
	}
	return slices.Concat(inst.Type.Findings(inst), inst.ProviderFindings)
}

// AbsentInstance is an instance that is not there: ensure is absent, and so is
// every other property (semantics.md T55).
func AbsentInstance(t *Type, name string) *Instance {
	inst := NewInstance(t, name)
	for i := range t.props {
		inst.readings = append(inst.readings, &reading{is: value.Absent(), prop: uint16(i)})
	}
	return inst
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
func (inst *Instance) Set(attr string, is value.Value) *Instance { return inst.set(attr, is, nil) }

// SetFrom is Set with the place where the property was read.
func (inst *Instance) SetFrom(attr string, is value.Value, from string) *Instance {
	return inst.set(attr, is, &from)
}

func (inst *Instance) set(attr string, is value.Value, from *string) *Instance {
	i := inst.Type.propIndex(attr)
	if i < 0 {
		panic("provider sets " + attr + ", which is no property of " + inst.Type.Name)
	}
	if inst.Type.props[i].Sensitive && !is.IsNil() && !is.IsAbsent() && !is.IsUnknown() {
		is = value.Secret(is)
	}
	r := reading{is: is, prop: uint16(i)}
	old := slices.IndexFunc(inst.readings, func(r *reading) bool { return int(r.prop) == i })
	switch {
	case from != nil && *from != "":
		at := slices.Index(inst.from, *from)
		if at < 0 {
			at, inst.from = len(inst.from), append(inst.from, *from)
		}
		r.from = uint16(at + 1)
	case from == nil && old >= 0:
		r.from = inst.readings[old].from
	}
	held := inst.before.alike(r)
	if held == nil {
		held = new(r)
	}
	if old < 0 {
		inst.readings = append(inst.readings, held)
	} else {
		inst.readings[old] = held
	}
	return inst
}

// alike is what an instance holds of a property where that is just r, else nil.
func (inst *Instance) alike(r reading) *reading {
	if inst == nil {
		return nil
	}
	if was := inst.property(int(r.prop)); was != nil && was.from == r.from && was.is.Same(r.is) {
		return was
	}
	return nil
}

// Get returns what a property is; absent when the provider said nothing of it.
func (inst *Instance) Get(attr string) value.Value {
	if is := inst.At(inst.Type.propIndex(attr)); !is.IsNil() {
		return is
	}
	return value.Absent()
}

// property is what is held of the i-th property of the type, nil for nothing.
func (inst *Instance) property(i int) *reading {
	for _, r := range inst.readings {
		if int(r.prop) == i {
			return r
		}
	}
	return nil
}

// At returns what the i-th property of the type is, nil when the provider said
// nothing of it.
func (inst *Instance) At(i int) value.Value {
	if h := inst.property(i); h != nil {
		return h.is
	}
	return value.Value{}
}

// Each passes what the provider said, property by property, until yield is false.
func (inst *Instance) Each(yield func(*Attribute, value.Value) bool) {
	for _, r := range inst.readings {
		if !yield(inst.Type.props[r.prop], r.is) {
			return
		}
	}
}

// Known reports whether the provider said anything about a property.
func (inst *Instance) Known(attr string) bool {
	return !inst.At(inst.Type.propIndex(attr)).IsNil()
}

// Source is where a property was read.
func (inst *Instance) Source(attr string) string {
	if h := inst.property(inst.Type.propIndex(attr)); h != nil && h.from > 0 {
		return inst.from[h.from-1]
	}
	return inst.From
}

// Present reports whether the instance is there at all.
func (inst *Instance) Present() bool { return inst != nil && inst.Type.Present(inst) }

// Clone returns a copy whose values can be set apart.
func (inst *Instance) Clone() *Instance {
	c := *inst
	c.readings, c.from, c.before = slices.Clone(inst.readings), slices.Clone(inst.from), nil
	return &c
}

// compact keeps no more room than is used. It returns the room for the readings, for
// the next instance.
func (inst *Instance) compact() (room []*reading) {
	room = inst.readings
	inst.readings = append(make([]*reading, 0, len(room)), room...)
	inst.from = append(make([]string, 0, len(inst.from)), inst.from...)
	inst.before = nil
	clear(room)
	return room[:0]
}

func (inst *Instance) share(with *Instance) {
	for i, r := range inst.readings {
		if was := with.alike(*r); was != nil {
			inst.readings[i] = was
		}
	}
}

// Share takes over what is as it was when the same instance was seen before, so that
// two looks at it hold that once. No one else may know inst yet.
func (inst *Instance) Share(before *Instance) {
	inst.share(before)
	if inst.Name == before.Name {
		inst.Name = before.Name
	}
	if slices.Equal(inst.readings, before.readings) {
		inst.readings = before.readings
	}
	if slices.Equal(inst.from, before.from) {
		inst.from = before.from
	}
}

const noText = "it is not UTF-8"

// OmitReason says why an instance cannot be declared, "" when it can.
func (inst *Instance) OmitReason() string {
	if inst.Shadowed {
		return "another one of this name counts"
	}
	var namevar *Attribute
	for _, a := range inst.Type.Attributes {
		switch {
		case a.Namevar && namevar != nil:
			return "" // the name is taken apart
		case a.Namevar:
			namevar = a
		}
	}
	if namevar == nil {
		return ""
	}
	if !utf8.ValidString(inst.Name) {
		return noText
	}
	if why := namevar.refuses(value.Str(inst.Name)); why != "" {
		return "nothing can be called so: " + why
	}
	return ""
}

// RejectReason says why what was found of a property cannot be declared, "" when it
// can.
func (inst *Instance) RejectReason(a *Attribute, is value.Value) string {
	if a.Derived != nil && a.Derived(inst) {
		return "it can only be read"
	}
	for _, one := range is.Reveal().Elements() {
		if !utf8.ValidString(one.Raw()) {
			return noText
		}
		if why := a.refuses(one); why != "" {
			return why
		}
	}
	return ""
}

// refuses is what an attribute has against a value, "" for nothing. A check that
// needs the rest of the resource breaks here, and is not made.
func (a *Attribute) refuses(v value.Value) (why string) {
	if a.ValidateFn == nil && a.MungeFn == nil && len(a.Values) == 0 {
		return ""
	}
	defer func() {
		if recover() != nil {
			why = ""
		}
	}()
	h := Hook{A: a}
	check := a.ValidateFn
	if check == nil {
		check = a.validateDefault
	}
	err := check(h, v)
	if err == nil && a.MungeFn != nil {
		_, err = a.MungeFn(h, v)
	}
	if err == nil {
		return ""
	}
	return err.Error()
}
