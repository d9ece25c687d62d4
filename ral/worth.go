package ral

import "ralsh/ral/noise"

// ClassFor returns what a difference of the attribute is worth in the instance of a title.
func (a *Attribute) ClassFor(title string) noise.Class {
	return noise.ByName(a.Classes, title, a.Class)
}

// ClassOf returns what it is worth that another host has no such instance: State if nothing
// asks for it on this one.
func (t *Type) ClassOf(inst *Instance) noise.Class {
	if !inst.Present() || t.OnlyNow(inst) {
		return noise.State
	}
	return noise.Wanted
}
