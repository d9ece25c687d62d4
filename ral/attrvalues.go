package ral

import (
	"slices"

	"ralsh/ral/value"
)

// attrValues are the attributes of a resource that are set: few of the many that its
// type has, so that going through them costs less than a table.
type attrValues struct {
	set  []setAttr
	list []value.Value // the elements of all of them
}

// setAttr is one attribute that is set. Its elements, as compared, are n of the
// list, from at on; those of a preset stand at the attribute.
type setAttr struct {
	attr      uint32 // its index in the order of the type
	at, n     uint32
	isDefault bool
	preset    bool
	secret    bool // it was given as a secret; the elements are clear
}

// newValues makes room for the attributes that a declaration of n attributes is
// likely to come to.
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

// of returns the elements that an attribute is set to, of a parameter the value
// itself; false when it is not set. They are not to be written to.
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

// anySecret reports whether an attribute was given as a secret.
func (vs *attrValues) anySecret() bool {
	return slices.ContainsFunc(vs.set, func(h setAttr) bool { return h.secret })
}

func (vs *attrValues) has(a *Attribute) bool { return vs.find(a) != nil }

// keep sets an attribute to the elements that were added to the list last.
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

// presetOf is a default that every resource has alike, already as it is compared,
// nil for a default that depends on anything.
func presetOf(a *Attribute) []value.Value {
	if a.Kind != Param || a.DefaultFunc != nil || a.ValidateFn != nil || a.MungeFn != nil ||
		a.Sensitive || !a.Default.Truthy() || a.Default.IsSecret() || a.validateDefault(Hook{A: a}, a.Default) != nil {
		return nil
	}
	return []value.Value{a.mungeDefault(a.Default)}
}
