package ral

import (
	"slices"
	"strings"

	"ralsh/ral/value"
)

// Resource is a declaration that was checked: values validated and munged,
// defaults filled in, its provider chosen. It is spent by the run that uses it.
type Resource struct {
	Type          *Type
	Title         string
	Provider      *Provider // nil when none is suitable yet
	ProviderGiven bool      // the declaration named the provider
	Decl          Decl
	Declared      string // the title as it was written, where Type.TitleOf made another; else ""

	// Found is what the provider saw, set by the engine before anything of the
	// resource is changed.
	Found *Instance
	// Pending is what Flush has to write, for providers of the hash style, and
	// for any other that collects its changes.
	Pending Pending

	// Peers finds another resource of the same run, nil when there is none; set by
	// the engine.
	Peers func(typ, title string) *Resource

	vals attrValues
}

// Peer is the resource of the same run that has this title or name, nil when
// there is none or there is no run.
func (r *Resource) Peer(typ, title string) *Resource {
	if r.Peers == nil {
		return nil
	}
	return r.Peers(typ, title)
}

// Ref names the resource: User[alice].
func (r *Resource) Ref() string { return r.Type.Ref(r.Title) }

// Name is the value of the only namevar. A resource with several has no name
// (semantics.md T11); its title takes its place, but for a type whose names count
// by provider: there it is the namevar called name.
func (r *Resource) Name() string {
	name := ""
	switch {
	case len(r.Type.namevars) == 1:
		name = r.Type.namevars[0].Name
	case r.Type.PerProvider:
		name = "name"
	}
	if v := r.Get(name); !v.IsNil() {
		return v.Text()
	}
	return r.Title
}

// Get returns what an attribute is set to, unmunged: of a property its should,
// of a parameter its value; nil when it is not set (semantics.md A29, A30). It is
// for the hand that acts, and clear of a secret too; what shows takes Shown.
func (r *Resource) Get(name string) value.Value {
	a := r.Type.Attr(name)
	munged, ok := r.vals.of(a)
	if !ok {
		return value.Value{}
	}
	hook := Hook{A: a, R: r}
	if a.MatchAll && a.Kind == Property {
		list := make([]value.Value, len(munged))
		for i, v := range munged {
			list[i] = a.unmunge(hook, v).Reveal()
		}
		return value.ListOf(list...)
	}
	if len(munged) == 0 {
		return value.Value{}
	}
	return a.unmunge(hook, munged[0]).Reveal()
}

// Has reports whether an attribute is set, by the declaration or by default.
func (r *Resource) Has(name string) bool {
	return r.vals.has(r.Type.Attr(name))
}

// IsDefault reports whether an attribute's value is the type's default.
func (r *Resource) IsDefault(name string) bool {
	h := r.vals.find(r.Type.Attr(name))
	return h != nil && h.isDefault
}

// Munged returns the desired values of a property as they are compared, clear as
// Get.
func (r *Resource) Munged(name string) []value.Value {
	munged, _ := r.vals.of(r.Type.Attr(name))
	return munged
}

// Is returns what a property is, as found, clear as Get; absent before anything
// was read.
func (r *Resource) Is(name string) value.Value {
	if r.Found == nil {
		return value.Absent()
	}
	return r.Found.Get(name).Reveal()
}

// True reports whether a parameter is true.
func (r *Resource) True(name string) bool {
	v := r.Get(name)
	b, ok := v.Bool()
	return ok && b || v.IsSym("true")
}

// Predicate answers the question that a parameter with Predicate adds to its
// resource: true when it is, nil otherwise (semantics.md T16).
func (r *Resource) Predicate(name string) value.Value {
	if a := r.Type.Attr(name); a == nil || !a.Predicate || !r.True(name) {
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
