package ral

import "ralsh/ral/value"

// held is one attribute of a resource that is set: its elements as compared, of
// a parameter the value itself.
type held struct {
	isDefault bool
	munged    []value.Value
}

// values are the attributes of a resource that are set. A resource sets few of
// the many that its type has.
type values struct {
	slots []uint16 // by attribute index: place in set, counted from 1
	set   []held
}

func newValues(t *Type, expected int) values {
	return values{make([]uint16, len(t.order)), make([]held, 0, expected)}
}

// of returns what an attribute is set to, nil when it is not set.
func (vs *values) of(a *Attribute) *held {
	if a == nil || vs.slots[a.index] == 0 {
		return nil
	}
	return &vs.set[vs.slots[a.index]-1]
}

func (vs *values) keep(a *Attribute, h held) {
	if old := vs.of(a); old != nil {
		*old = h
		return
	}
	vs.set = append(vs.set, h)
	vs.slots[a.index] = uint16(len(vs.set))
}
