package ral

import (
	"slices"
	"strings"

	"ralsh/ral/value"
)

// Resource is a checked declaration: values are validated and munged, defaults
// are set, the provider is chosen. A run consumes it.
type Resource struct {
	Type          *Type
	Title         string
	Provider      *Provider // nil if no provider is suitable yet
	ProviderGiven bool      // the declaration named the provider
	Decl          *Decl     // not to be modified: declarations are shared
	Declared      string    // title as declared, if the Titler of the type returned a different title; otherwise ""

	// Found is the state that the provider read, set by the engine before
	// anything is changed.
	Found *Instance
	// Pending holds the changes for Flush, for providers that collect their
	// changes.
	Pending Pending

	// Peers finds a resource of the same run, or nil. The engine sets it.
	Peers func(typ, title string) *Resource
	// Siblings returns the resources of some types in the same run, in its order. It is
	// set by the engine; nil without a run.
	Siblings func(types ...string) []*Resource
	// Files opens the URLs of sources. It may be nil.
	Files FileServer

	vals      attrValues
	readPeers *[]*Resource // results of Peer
}

// Ref returns the reference to the resource: User[alice].
func (r *Resource) Ref() string { return r.Type.Ref(r.Title) }

// Name returns the value of the only namevar. A resource with several namevars has no
// name (semantics.md T11): Name returns its title, or the namevar called name if the
// type is PerProvider.
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

// Get returns the value of an attribute, unmunged: the should of a property,
// the value of a parameter, nil if it is not set (semantics.md A29, A30).
// Secrets are revealed, for use in acts; use Shown for output.
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

// Sets is Has for an attribute of the resource's type.
func (r *Resource) Sets(a *Attribute) bool { return r.vals.has(a) }

// IsDefault reports whether an attribute has the type's default.
func (r *Resource) IsDefault(name string) bool {
	a := r.Type.Attr(name)
	h := r.vals.find(a)
	return h == nil && r.vals.isPreset(a) || h != nil && h.isDefault
}

// Munged returns the desired values of a property as they are compared. Secrets
// are revealed.
func (r *Resource) Munged(name string) []value.Value {
	munged, _ := r.vals.of(r.Type.Attr(name))
	return munged
}

// Is returns the current value of a property, absent before the resource was
// read. Secrets are revealed.
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

// Predicate evaluates a parameter with Predicate: it returns true or nil
// (semantics.md T16).
func (r *Resource) Predicate(name string) value.Value {
	if a := r.Type.Attr(name); a == nil || !a.Predicate || !r.True(name) {
		return value.Value{}
	}
	return value.Bool(true)
}

// Key identifies the resource within its type: the values of its namevars, sorted by
// their names (semantics.md T27).
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

// Audits reports whether ralsh reports changes of a property by other programs. An
// audited property has no default, so that auditing alone does not manage it
// (semantics.md M3, T31).
func (r *Resource) Audits(a *Attribute) bool {
	if a.Kind != Property || !r.Sets(r.Type.audit) {
		return false
	}
	for _, v := range r.Get("audit").Elements() {
		if text := v.Text(); text == a.Name || text == "all" {
			return true
		}
	}
	return false
}

// Audited returns the audited properties, in the order of the list that names
// them.
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

// Removing reports whether the resource should be absent.
func (r *Resource) Removing() bool {
	e := r.Get("ensure")
	return e.IsAbsent() || e.IsSym("purged")
}

// Peer returns the resource of the same run with this title or name, nil if the run
// does not contain it or there is no run.
func (r *Resource) Peer(typ, title string) *Resource {
	if r.Peers == nil {
		return nil
	}
	peer := r.Peers(typ, title)
	if peer != nil && !slices.Contains(r.ReadPeers(), peer) {
		r.readPeers = new(append(r.ReadPeers(), peer))
	}
	return peer
}

// ReadPeers returns the resources that Peer has returned: the changes of the resource
// may depend on them.
func (r *Resource) ReadPeers() []*Resource {
	if r.readPeers == nil {
		return nil
	}
	return *r.readPeers
}

// Managed reports whether any property has a desired value, including an empty
// list.
func (r *Resource) Managed() bool {
	for _, a := range r.Type.props {
		if munged, ok := r.vals.of(a); ok && (a.MatchAll || len(munged) > 0 && munged[0].Truthy()) {
			return true
		}
	}
	return false
}
