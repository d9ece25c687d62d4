package model

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/onhost"
)

// Links finds the resources that a resource is connected to.
type Links struct{ env *onhost.Env }

// KnownInstances holds the instances of a type that were already read.
type KnownInstances struct {
	Found []*ral.Instance
	All   bool // complete
	// NoProvider is set if no provider can read instances.
	NoProvider bool
}

// Link is the target of a relation between two resources, which a type defines
// (semantics.md T50).
type Link struct {
	Kind     ral.RelationKind
	Type     string
	Title    string
	Via      string        // attribute that names the resource, "" if unknown
	Value    string        // value in that attribute
	Found    *ral.Instance // nil if it does not exist
	Resolved bool          // whether Found is known
}

// Connections are the links from a resource, the links to it, and where the
// latter were searched.
type Connections struct {
	To, From []Link
	Searched []SearchScope
}

// SearchScope is the number of instances of a type that were searched for links
// to a resource.
type SearchScope struct {
	Type       *ral.Type
	N          int
	All        bool // these are all instances
	NoProvider bool // no provider can read instances
}

// Of returns the connections of an instance. It does not list: known
// holds the known instances by type. It reads a linked resource if its type
// cannot be listed, for example a file by its path.
func (ls Links) Of(ctx context.Context, inst *ral.Instance, known map[string]KnownInstances) (c Connections) {
	r := ls.standing(ctx, inst, nil)
	for _, l := range ls.leads(ctx, r, inst, known) {
		if l = ls.resolve(ctx, l, known); l.worthTelling() {
			c.To = append(c.To, l)
		}
	}
	defer c.sort()
	for _, t := range ls.PointingAt(inst.Type) {
		k := known[t.Name]
		c.Searched = append(c.Searched, SearchScope{Type: t, N: len(k.Found), All: k.All, NoProvider: k.NoProvider})
		for _, other := range k.Found {
			if ctx.Err() != nil {
				return c
			}
			if l, ok := ls.leadsTo(ctx, other, r); ok && !slices.ContainsFunc(c.To, l.same) {
				c.From = append(c.From, l)
			}
		}
	}
	return c
}

// sort sorts From, so that its order does not depend on timing.
func (c *Connections) sort() {
	slices.SortStableFunc(c.From, func(a, b Link) int {
		return cmp.Or(strings.Compare(a.Type, b.Type), strings.Compare(a.Title, b.Title))
	})
}

// PointingAt returns the types whose instances on a host can have a link to an
// instance of type t.
func (ls Links) PointingAt(t *ral.Type) []*ral.Type {
	var list []*ral.Type
	for _, other := range ls.env.Registry.Types() {
		if slices.ContainsFunc(other.Relations, func(rel ral.Relation) bool { return rel.Type == t.Name && tells(other, rel) }) {
			list = append(list, other)
		}
	}
	return list
}

// tells returns true if an instance determines the relation: a parameter is
// only known from a declaration.
func tells(t *ral.Type, rel ral.Relation) bool {
	return len(rel.Via) == 0 || slices.ContainsFunc(rel.Via, func(name string) bool {
		a := t.Attr(name)
		return a != nil && (a.Kind == ral.Property || a.Namevar)
	})
}
