package ral

import "strings"

// containerType is the type of a class, a stage or a defined type: a name and
// the metaparameters. What else it is given is no business of the host.
func (e *Env) containerType(name string) *Type {
	name = strings.ToLower(name)
	e.mu.Lock()
	defer e.mu.Unlock()
	if t := e.containers[name]; t != nil {
		return t
	}
	t := NewRegistry().compile(Type{
		Name:       name,
		Doc:        "Holds other resources.",
		Attributes: []*Attribute{{Name: "name", Kind: Param, Namevar: true}},
	})
	if e.containers == nil {
		e.containers = make(map[string]*Type)
	}
	e.containers[name] = t
	return t
}
