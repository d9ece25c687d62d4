package ral

import (
	"slices"

	"ralsh/ral/value"
)

// attrValues holds the attributes of a resource that are set. They are few, so
// a linear search is cheaper than a map.
type attrValues struct {
	set     []setAttr
	list    []value.Value // the elements of all of them
	presets uint64        // attributes with their preset, by Attribute.presetBit
}

// setAttr is an attribute with a value. Its munged elements are list[at:at+n].
type setAttr struct {
	at, n     uint32
	attr      uint16 // its index in the order of the type
	isDefault bool
	secret    bool // declared as a secret; the elements are revealed
}

// newValues allocates for the expected number of attributes of a declaration
// with n attributes.
func newValues(t *Type, n int) attrValues {
	own := n + 1 + min(t.computedDefaults, 1) // the name, and most often ensure
	return attrValues{set: make([]setAttr, 0, own), list: make([]value.Value, 0, own)}
}

func (vs *attrValues) find(a *Attribute) *setAttr {
	if a == nil {
		return nil
	}
	for i := range vs.set {
		if vs.set[i].attr == uint16(a.index) {
			return &vs.set[i]
		}
	}
	return nil
}

// of returns the elements of an attribute, or the value of a parameter. It
// returns false if the attribute is not set. The result must not be modified.
func (vs *attrValues) of(a *Attribute) ([]value.Value, bool) {
	h := vs.find(a)
	if h == nil {
		if vs.isPreset(a) {
			return a.preset, true
		}
		return nil, false
	}
	end := h.at + h.n
	return vs.list[h.at:end:end], true
}

// anySecret reports whether any attribute was declared as a secret.
func (vs *attrValues) anySecret() bool {
	return slices.ContainsFunc(vs.set, func(h setAttr) bool { return h.secret })
}

func (vs *attrValues) has(a *Attribute) bool { return vs.find(a) != nil || vs.isPreset(a) }

func (vs *attrValues) isPreset(a *Attribute) bool { return a != nil && vs.presets&a.presetBit != 0 }

// keep sets an attribute to the elements of the list beginning at from.
func (vs *attrValues) keep(a *Attribute, from int, isDefault, secret bool) {
	vs.put(setAttr{attr: uint16(a.index), at: uint32(from), n: uint32(len(vs.list) - from), isDefault: isDefault, secret: secret})
}

func (vs *attrValues) put(h setAttr) {
	for i := range vs.set {
		if vs.set[i].attr == h.attr {
			vs.set[i] = h
			return
		}
	}
	vs.set = append(vs.set, h)
}

// preset munges the default of an attribute once if it is the same for all resources. A
// type has at most 64 presets.
func (t *Type) preset(a *Attribute) bool {
	constant := a.ConstantDefault || a.ValidateFn == nil && a.MungeFn == nil
	if a.Kind == Property || a.DefaultFunc != nil || !constant || a.Sensitive || !a.Default.Truthy() || a.Default.IsSecret() || t.presets == 64 {
		return false
	}
	h := Hook{A: a, R: &Resource{Type: t, Decl: &Decl{Type: t.Name}}}
	if a.validate(h, a.Default) != nil {
		return false
	}
	munged, err := a.munge(h, a.Default)
	if err != nil {
		return false
	}
	a.preset, a.presetBit = []value.Value{munged}, 1<<t.presets
	t.presets++
	return true
}
