package ral

import "ralsh/ral/value"

// Decl is a resource as someone wrote it: raw values, nothing checked.
type Decl struct {
	Type     string
	Title    string
	Provider string // "" for the default
	Attrs    []Attr
	Pos      string // file:line:col, where there is one
	// Container says that this is a class, a stage or a defined type: it holds
	// other resources and manages nothing. Its type needs no definition.
	Container bool
	In        string   // what it is contained in, as Type[title]
	Tags      []string // beside those that it has by its type, title and containers
	// AlsoIn are further containers, of a class that two others contain; nil for
	// none, which is nearly always so.
	AlsoIn *[]string
	// Sensitive are properties that are secrets though no value is declared of them,
	// as an undo knows them; nil for none.
	Sensitive *[]string
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

// PosOf is the position of an attribute, or of the declaration.
func (d Decl) PosOf(name string) string {
	for _, a := range d.Attrs {
		if a.Name == name && a.Pos != "" {
			return a.Pos
		}
	}
	return d.Pos
}

// With returns the declaration with one attribute set, or left out when v is nil.
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

// Ref names the declared resource.
func (d Decl) Ref() string { return Capitalise(d.Type) + "[" + d.Title + "]" }

// Holders are all containers that the declaration is directly in.
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
