package ral

import (
	"slices"
	"strings"

	"ralsh/ral/value"
)

// Decl is a resource as somebody wrote it: raw values, nothing checked.
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

// Resource is a declaration that was checked: values validated and munged,
// defaults filled in, its provider chosen. It is spent by the run that uses it.
type Resource struct {
	Type     *Type
	Title    string
	Provider *Provider // nil when none is suitable yet
	Chosen   bool      // the declaration named the provider
	Decl     Decl

	// Found is what the provider saw, set by the engine before anything of the
	// resource is changed.
	Found *Found
	// Pending is what Flush has to write, for providers of the hash style, and
	// for any other that collects its changes.
	Pending Pending

	vals values
}

// Ref names the resource: User[alice].
func (r *Resource) Ref() string { return r.Type.Ref(r.Title) }

// Name is the value of the only namevar. A resource with several has no name
// (semantics.md T11); its title stands for it.
func (r *Resource) Name() string {
	if len(r.Type.namevars) == 1 {
		if v := r.Get(r.Type.namevars[0].Name); !v.IsNil() {
			return v.Text()
		}
	}
	return r.Title
}

// Get returns what an attribute is set to, unmunged: of a property its should,
// of a parameter its value; nil when it is not set (semantics.md A29, A30).
func (r *Resource) Get(name string) value.Value {
	a := r.Type.Attr(name)
	h := r.vals.of(a)
	if h == nil {
		return value.Value{}
	}
	hook := Hook{A: a, R: r}
	if a.MatchAll && a.Kind == Property {
		list := make([]value.Value, len(h.munged))
		for i, v := range h.munged {
			list[i] = a.unmunge(hook, v)
		}
		return value.ListOf(list...)
	}
	if len(h.munged) == 0 {
		return value.Value{}
	}
	return a.unmunge(hook, h.munged[0])
}

// Has reports whether an attribute is set, by the declaration or by default.
func (r *Resource) Has(name string) bool {
	return r.vals.of(r.Type.Attr(name)) != nil
}

// IsDefault reports whether an attribute's value is the type's default.
func (r *Resource) IsDefault(name string) bool {
	h := r.vals.of(r.Type.Attr(name))
	return h != nil && h.isDefault
}

// Munged returns the desired values of a property as they are compared.
func (r *Resource) Munged(name string) []value.Value {
	h := r.vals.of(r.Type.Attr(name))
	if h == nil {
		return nil
	}
	return h.munged
}

// Is returns what a property is, as found; absent before anything was read.
func (r *Resource) Is(name string) value.Value {
	if r.Found == nil {
		return value.Absent()
	}
	return r.Found.Get(name)
}

// True reports whether a parameter is true.
func (r *Resource) True(name string) bool {
	v := r.Get(name)
	b, ok := v.Bool()
	return ok && b || v.IsSym("true")
}

// Asked answers the question that a parameter with Question adds to its
// resource: true when it is, nil otherwise (semantics.md T16).
func (r *Resource) Asked(name string) value.Value {
	if a := r.Type.Attr(name); a == nil || !a.Question || !r.True(name) {
		return value.Value{}
	}
	return value.Bool(true)
}

// Key is what identifies the resource among those of its type: the values of
// its namevars, sorted by their names (semantics.md T27).
func (r *Resource) Key() []value.Value {
	vars := slices.SortedFunc(slices.Values(r.Type.namevars), func(a, b *Attribute) int {
		return strings.Compare(a.Name, b.Name)
	})
	key := make([]value.Value, len(vars))
	for i, a := range vars {
		key[i] = r.Get(a.Name)
	}
	return key
}

// Audits reports whether changes of a property by others are to be told. A
// property that is audited has no default: to look is all that is wanted
// (semantics.md M3, T31).
func (r *Resource) Audits(a *Attribute) bool {
	if a.Kind != Property || !r.Has("audit") {
		return false
	}
	for _, v := range r.Get("audit").Elements() {
		if text := v.Text(); text == a.Name || text == "all" {
			return true
		}
	}
	return false
}

// Audited are the properties that are audited, in the order of the list that
// names them.
func (r *Resource) Audited() []*Attribute {
	var list []*Attribute
	for _, v := range r.Get("audit").Elements() {
		if v.Text() == "all" {
			return r.Type.Properties()
		}
		if a := r.Type.Attr(v.Text()); a != nil && a.Kind == Property {
			list = append(list, a)
		}
	}
	return list
}

// Removing reports whether the resource should not be there.
func (r *Resource) Removing() bool {
	e := r.Get("ensure")
	return e.IsAbsent() || e.IsSym("purged")
}
