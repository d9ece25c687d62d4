package ral

import "ralsh/ral/value"

// Decl is a resource as declared: raw values, nothing checked.
type Decl struct {
	Type     string
	Title    string
	Provider string // "" for the default
	Attrs    []Attr
	Pos      string // file:line:col, or ""
	// Container means that this is a class, a stage or a defined type: it
	// contains other resources and manages nothing. Its type needs no
	// definition.
	Container bool
	In        string   // its container, as Type[title]
	Tags      []string // in addition to those from its type, title and containers
	// AlsoIn lists further containers, of a class that two others contain. It
	// is nil for none, the usual case.
	AlsoIn *[]string
	// Limit is why ralsh cannot manage the resource although its declaration may
	// be valid elsewhere, such as a type that only Puppet has. The resource is
	// blocked, and so are its dependents. "" for none.
	Limit string
	// Deferred holds the attributes whose values functions compute when the
	// resource is evaluated, with DeferredCall in their values (semantics.md A25).
	// It is nil for none.
	Deferred *[]Attr
	// Sensitive lists properties that are secrets although no value is
	// declared, as in an undo; nil for none.
	Sensitive *[]string
	// KeepRest means that what is not declared stays as it is, even if the provider
	// writes a resource anew from what is declared.
	KeepRest bool
}

// Attr is one attribute of a Decl.
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

// PosOf returns the position of an attribute, or else of the declaration.
func (d Decl) PosOf(name string) string {
	for _, a := range d.Attrs {
		if a.Name == name && a.Pos != "" {
			return a.Pos
		}
	}
	return d.Pos
}

// With returns the declaration with one attribute set, or removed if v is nil.
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
