package ral

import (
	"slices"

	"ralsh/ral/value"
)

// attrValues holds the attributes of a resource that are set. They are few, so
// a linear search is cheaper than a map.
type attrValues struct {
	set  []setAttr
	list []value.Value // the elements of all of them
}

// setAttr is one attribute that is set. Its munged elements are list[at:at+n];
// the elements of a preset are stored at the attribute.
type setAttr struct {
	attr      uint32 // its index in the order of the type
	at, n     uint32
	isDefault bool
	preset    bool
	secret    bool // declared as a secret; the elements are revealed
}

// newValues allocates for the expected number of attributes of a declaration
// with n attributes.
func newValues(t *Type, n int) attrValues {
	own := n + 1 + len(t.defaulted)
	return attrValues{make([]setAttr, 0, own), make([]value.Value, 0, own-t.presets)}
}

func (vs *attrValues) find(a *Attribute) *setAttr {
	if a == nil {
		return nil
	}
	for i := range vs.set {
		if vs.set[i].attr == uint32(a.index) {
			return &vs.set[i]
		}
	}
	return nil
}

// of returns the elements of an attribute, or the value of a parameter. It
// returns false if the attribute is not set. The result must not be modified.
func (vs *attrValues) of(a *Attribute) ([]value.Value, bool) {
	h := vs.find(a)
	switch {
	case h == nil:
		return nil, false
	case h.preset:
		return a.preset, true
	}
	end := h.at + h.n
	return vs.list[h.at:end:end], true
}

// anySecret reports whether any attribute was declared as a secret.
func (vs *attrValues) anySecret() bool {
	return slices.ContainsFunc(vs.set, func(h setAttr) bool { return h.secret })
}

func (vs *attrValues) has(a *Attribute) bool { return vs.find(a) != nil }

// keep sets an attribute to the elements of the list beginning at from.
func (vs *attrValues) keep(a *Attribute, from int, isDefault, secret bool) {
	vs.put(setAttr{attr: uint32(a.index), at: uint32(from), n: uint32(len(vs.list) - from), isDefault: isDefault, secret: secret})
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

// presetOf returns the munged default if it is the same for all resources, or
// nil if it depends on anything.
func presetOf(a *Attribute) []value.Value {
	if a.Kind != Param || a.DefaultFunc != nil || a.ValidateFn != nil || a.MungeFn != nil ||
		a.Sensitive || !a.Default.Truthy() || a.Default.IsSecret() || a.validateDefault(Hook{A: a}, a.Default) != nil {
		return nil
	}
	return []value.Value{a.mungeDefault(a.Default)}
}
