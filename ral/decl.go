package ral

import "ralsh/ral/value"

// Decl is a resource as declared. Its values are not checked.
type Decl struct {
	Type     string
	Title    string
	Provider string // "" for the default
	Attrs    []Attr
	Pos      string // file:line:col, or ""
	// Container means that this is a class, a stage or a defined type: it contains
	// resources and manages no state. Its type needs no definition.
	Container bool
	In        string   // its container, as Type[title]
	Tags      []string // in addition to the tags from its type, title and containers
	// AlsoIn lists further containers, for a class in two classes. It is usually nil.
	AlsoIn *[]string
	// Limit is why ralsh cannot manage the resource although the declaration may be
	// valid in Puppet, for example a type that only Puppet has. It blocks the resource
	// and its dependents. It is usually "".
	Limit string
	// Deferred contains the attributes whose values functions compute when the resource
	// is evaluated, with deferred calls in their values (semantics.md A25). It is usually
	// nil.
	Deferred *[]Attr
	// Sensitive lists properties that are secrets although no value is declared, as in
	// an undo. It is usually nil.
	Sensitive *[]string
	// KeepRest means that undeclared values stay unchanged, even if the provider
	// rewrites a resource from its declared values.
	KeepRest bool
}

// Attr is an attribute of a Decl.
type Attr struct {
	Name  string
	Value value.Value
	Pos   string
}

// Get returns the raw value of an attribute.
func (d Decl) Get(name string) (value.Value, bool) {
	for _, a := range d.Attrs {
		if a.Name == name {
			return a.Value, true
		}
	}
	return value.Value{}, false
}

// PosOf returns the position of an attribute, or that of the declaration.
func (d Decl) PosOf(name string) string {
	for _, a := range d.Attrs {
		if a.Name == name && a.Pos != "" {
			return a.Pos
		}
	}
	return d.Pos
}

// With returns the declaration with an attribute set, or removed if v is nil.
func (d Decl) With(name string, v value.Value) Decl {
	attrs := make([]Attr, 0, len(d.Attrs)+1)
	replaced := false
	for _, a := range d.Attrs {
		switch {
		case a.Name != name:
			attrs = append(attrs, a)
		case !v.IsNil():
			attrs = append(attrs, Attr{Name: name, Value: v})
			replaced = true
		}
	}
	if !replaced && !v.IsNil() {
		attrs = append(attrs, Attr{Name: name, Value: v})
	}
	d.Attrs = attrs
	return d
}

// Ref returns the reference to the declared resource.
func (d Decl) Ref() string { return Capitalise(d.Type) + "[" + d.Title + "]" }

// Holders returns all direct containers of the declaration.
func (d Decl) Holders() []string {
	var list []string
	if d.In != "" {
		list = append(list, d.In)
	}
	if d.AlsoIn != nil {
		list = append(list, *d.AlsoIn...)
	}
	return list
}

// Defers reports whether functions compute the value of an attribute.
func (d Decl) Defers(name string) bool {
	if d.Deferred == nil {
		return false
	}
	for _, a := range *d.Deferred {
		if a.Name == name {
			return true
		}
	}
	return false
}
