package ral

import "ralsh/ral/noise"

// ClassFor returns the importance of a difference of the attribute in the instance with
// a title.
func (a *Attribute) ClassFor(title string) noise.Class {
	return noise.ByName(a.Classes, title, a.Class)
}

// ClassOf returns the importance of an instance that a different host lacks: State if
// the instance exists only at runtime.
func (t *Type) ClassOf(inst *Instance) noise.Class {
	if !inst.Present() || t.OnlyNow(inst) {
		return noise.State
	}
	return noise.Chosen
}
