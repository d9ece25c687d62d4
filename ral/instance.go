package ral

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ralsh/ral/value"
)

// Instance is an instance as a provider read it from the host.
type Instance struct {
	Name             string
	Type             *Type
	Provider         *Provider
	Keys             []Attr     // identifies or locates it in addition to its name, such as the file of a setting
	From             string     // source: "/etc/passwd:20", "dpkg-query -W"
	Shadowed         bool       // a different instance with this name takes precedence at this provider
	Local            bool       // false if the system knows it but the provider's files do not contain it
	Wants            []Attr     // desired values that the provider sets while it reads: they replace the declared values
	ProviderFindings []string   // unusual properties that only the provider can detect
	readings         []*reading // in the order of Set
	from             []string   // sources other than From
	before           *Instance  // while listing, the previous instance
}

// reading is the value of a property. Most instances have few of the properties of
// their type, and many of 100,000 instances have the same values: a reading is
// immutable and may be shared.
type reading struct {
	is   value.Value
	prop uint16 // index in Type.props
	from uint16 // 0 for Instance.From, otherwise the index in Instance.from plus one
}

// NewInstance returns an instance without values.
func NewInstance(t *Type, name string) *Instance {
	return &Instance{Name: name, Type: t, Local: true, readings: roomFor(t)}
}

func roomFor(t *Type) []*reading { return make([]*reading, 0, min(len(t.props), 12)) }

// Findings returns the unusual properties of the instance: first the findings of its
// type, then the findings of its provider.
func (inst *Instance) Findings() []string {
	if inst.Type.Findings == nil {
		return inst.ProviderFindings
	}
	return slices.Concat(inst.Type.Findings(inst), inst.ProviderFindings)
}

// LocatedBy adds to Keys by which attributes a declaration located the instance, so that
// code of the instance leads to it again.
func (inst *Instance) LocatedBy(r *Resource) {
	t := inst.Type
	for _, at := range t.Places(r.Decl.Attrs) {
		a := t.Attr(at.Name)
		switch is := inst.Get(at.Name); {
		case a.Namevar && !t.composite(), a.Sensitive, at.Value.IsSecret():
		case a.Kind == Property && !is.IsNil() && !is.IsAbsent():
		case slices.ContainsFunc(inst.Keys, func(key Attr) bool { return key.Name == at.Name }):
		default:
			inst.Keys = append(slices.Clip(inst.Keys), at)
		}
	}
}

// AbsentInstance returns an instance that does not exist: ensure and every
// other property is absent (semantics.md T55).
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

// Set sets the value of a property. It panics if attr is not a property.
func (inst *Instance) Set(attr string, is value.Value) *Instance { return inst.set(attr, is, nil) }

// SetFrom is Set with the source of the value.
func (inst *Instance) SetFrom(attr string, is value.Value, from string) *Instance {
	return inst.set(attr, is, &from)
}

func (inst *Instance) set(attr string, is value.Value, from *string) *Instance {
	i := inst.Type.propIndex(attr)
	if i < 0 {
		panic("provider sets " + attr + ", which is not a property of " + inst.Type.Name)
	}
	if a := inst.Type.props[i]; a.Hides(is) {
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

// alike returns the reading of the instance if it equals r, otherwise nil.
func (inst *Instance) alike(r reading) *reading {
	if inst == nil {
		return nil
	}
	if was := inst.property(int(r.prop)); was != nil && was.from == r.from && was.is.Same(r.is) {
		return was
	}
	return nil
}

// Get returns the value of a property, or absent if the provider did not set
// it.
func (inst *Instance) Get(attr string) value.Value {
	if is := inst.At(inst.Type.propIndex(attr)); !is.IsNil() {
		return is
	}
	return value.Absent()
}

// property returns the reading of the i-th property of the type, or nil.
func (inst *Instance) property(i int) *reading {
	for _, r := range inst.readings {
		if int(r.prop) == i {
			return r
		}
	}
	return nil
}

// At returns the value of the i-th property of the type, or nil if the provider
// did not set it.
func (inst *Instance) At(i int) value.Value {
	if h := inst.property(i); h != nil {
		return h.is
	}
	return value.Value{}
}

// Each yields the properties that the provider set, with their values.
func (inst *Instance) Each(yield func(*Attribute, value.Value) bool) {
	for _, r := range inst.readings {
		if !yield(inst.Type.props[r.prop], r.is) {
			return
		}
	}
}

// Known reports whether the provider set a property.
func (inst *Instance) Known(attr string) bool {
	return !inst.At(inst.Type.propIndex(attr)).IsNil()
}

// Source returns where a property was read.
func (inst *Instance) Source(attr string) string {
	if h := inst.property(inst.Type.propIndex(attr)); h != nil && h.from > 0 {
		return inst.from[h.from-1]
	}
	return inst.From
}

// Present reports whether the instance exists.
func (inst *Instance) Present() bool { return inst != nil && inst.Type.Present(inst) }

// Clone returns an independent copy.
func (inst *Instance) Clone() *Instance {
	c := *inst
	c.readings, c.from, c.before = slices.Clone(inst.readings), slices.Clone(inst.from), nil
	return &c
}

// compact releases unused memory. It returns the capacity of the readings for
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

// Share reuses the equal values of an earlier reading of the same instance, so
// that both use the memory once. inst must not be shared yet.
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

// AsResource returns a resource that declares the current values, before they are
// checked. Hooks about an instance receive it.
func (inst *Instance) AsResource() *Resource { return inst.AsResourceIn(new(Resource)) }

// AsResourceIn is AsResource into a resource that is reused for many instances.
func (inst *Instance) AsResourceIn(r *Resource) *Resource {
	t, d := inst.Type, r.Decl
	if d == nil {
		d = &Decl{Attrs: make([]Attr, 0, len(inst.Keys)+len(inst.readings))}
	}
	d.Type, d.Title, d.Attrs = t.Name, inst.Name, append(d.Attrs[:0], inst.Keys...)
	for a, is := range inst.Each {
		if !is.IsAbsent() && !is.IsUnknown() {
			d.Attrs = append(d.Attrs, Attr{Name: a.Name, Value: is})
		}
	}
	*r = Resource{Type: t, Title: inst.Name, Provider: inst.Provider, Decl: d, Found: inst, vals: attrValues{presets: 1<<t.presets - 1}}
	return r
}

// OmitReason returns why the found instance cannot be declared, or "".
func (r *Resource) OmitReason() string {
	if r.Found.Shadowed {
		return "a different entry of the same name takes precedence"
	}
	if ensure := r.Type.Attr("ensure"); ensure != nil && ensure.Undeclarer() != nil {
		if _, why := ensure.Undeclarer().Undeclarable(r.Found, r.Found.Get("ensure")); why != "" {
			return why
		}
	}
	var namevar *Attribute
	for _, a := range r.Type.Attributes {
		switch {
		case a.Namevar && namevar != nil:
			return "" // the name is split into several namevars
		case a.Namevar:
			namevar = a
		}
	}
	if namevar == nil {
		return ""
	}
	if !utf8.ValidString(r.Found.Name) {
		return noText
	}
	if err := r.refuses(namevar, value.Str(r.Found.Name)); err != nil {
		return "it is not a valid name: " + err.Error()
	}
	return ""
}

// Undeclarable returns why the found value of a property cannot be declared, or the
// placeholder that a document shows instead; neither if it can be.
func (r *Resource) Undeclarable(a *Attribute, is value.Value) (instead value.Value, why string) {
	if undeclarer := a.Undeclarer(); undeclarer != nil {
		if instead, why = undeclarer.Undeclarable(r.Found, is.Reveal()); why != "" || !instead.IsNil() {
			return instead, why
		}
	}
	for _, one := range a.elements(is.Reveal(), nil) {
		if !utf8.ValidString(one.Raw()) {
			return instead, noText
		}
		err := r.refuses(a, one)
		if missing, ok := errors.AsType[*featureError](err); ok {
			return instead, fmt.Sprintf("provider %s cannot set this value (feature %s)", missing.provider, strings.Join(missing.features, ", "))
		}
		if err != nil {
			return instead, "a manifest cannot declare this value"
		}
	}
	return instead, ""
}

// refuses returns the error of an attribute that rejects a value.
func (r *Resource) refuses(a *Attribute, v value.Value) error {
	if a.ValidateFn == nil && a.MungeFn == nil && len(a.Values) == 0 {
		return nil
	}
	h := Hook{A: a, R: r}
	err := a.validate(h, v)
	if err == nil {
		_, err = a.munge(h, v)
	}
	return err
}
