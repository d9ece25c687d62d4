package ral

import "slices"

// InheritFrom fills an empty Registry with all that base has. Types that were not made
// yet are made once, whoever asks first.
func (reg *Registry) InheritFrom(base *Registry) { reg.ReplaceWith(base) }

// Extend adds providers to a type that is registered already. Others that share
// the type, such as the Registry that this one is Over, do not see them.
func (reg *Registry) Extend(name string, providers ...Provider) {
	i, ok := reg.search(name)
	if !ok {
		reg.problem("no type is called %s", name)
		return
	}
	list := slices.Clone(reg.list())
	old := list[i]
	list[i] = &entry{name: name, load: func(own *Registry) {
		ty := reg.made(old).clone()
		for _, p := range providers {
			own.addProvider(ty, p)
		}
		own.enter(&entry{name: name, ty: ty})
		for _, p := range ty.providers {
			p.depth = reg.depth(ty, p)
		}
	}}
	reg.now.Store(&list)
}

// clone is a copy that can have more providers. Attributes are shared: nothing
// changes them.
func (t *Type) clone() *Type {
	own := *t
	own.providers = make([]*Provider, len(t.providers))
	for i, p := range t.providers {
		mine := *p
		mine.ty = &own
		own.providers[i] = &mine
	}
	return &own
}

// Problems is Err of the types that were made so far.
func (reg *Registry) Problems() error { return reg.joined() }
