package model

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ralsh/ral"
)

// KnownInstances is what was read of one type already.
type KnownInstances struct {
	Found []*ral.Instance
	All   bool // these are all there are
	// NoProvider says that no provider can look.
	NoProvider bool
}

// Link is a resource that another one is connected to, by the type's own
// relations (semantics.md T50).
type Link struct {
	Kind     ral.RelationKind
	Type     string
	Title    string
	Via      string        // the attribute that it follows from, "" when that is not known
	Value    string        // what of that attribute leads there
	Found    *ral.Instance // what is there, nil for nothing
	Resolved bool          // it is known whether there is anything
}

// Connections are what a resource leads to, what leads to it, and where the
// latter was looked for.
type Connections struct {
	To, From []Link
	Looked   []SearchScope
}

// SearchScope says in how many instances of a type it was looked whether they lead to
// a resource.
type SearchScope struct {
	Type *ral.Type
	N    int
	All  bool // these are all there are
	// NoProvider says that no provider can look.
	Nobody bool
}

// Connections are those of an instance. Nothing is listed for it: known says
// what is known of each type by its name. What cannot be listed and is led to is
// read, as a file by its path.
func (s *Session) Connections(ctx context.Context, inst *ral.Instance, known map[string]KnownInstances) (c Connections) {
	r := s.standing(ctx, inst, nil)
	for _, l := range s.leads(ctx, r, inst, known) {
		if l = s.resolve(ctx, l, known); l.worthTelling() {
			c.To = append(c.To, l)
		}
	}
	defer c.sort()
	for _, t := range s.PointingAt(inst.Type) {
		k := known[t.Name]
		c.Looked = append(c.Looked, SearchScope{Type: t, N: len(k.Found), All: k.All, Nobody: k.NoProvider})
		for _, other := range k.Found {
			if ctx.Err() != nil {
				return c
			}
			if l, ok := s.leadsTo(ctx, other, r); ok && !slices.ContainsFunc(c.To, l.same) {
				c.From = append(c.From, l)
			}
		}
	}
	return c
}

// sort puts what leads to a resource in an order that does not depend on who
// answered first.
func (c *Connections) sort() {
	slices.SortStableFunc(c.From, func(a, b Link) int {
		return cmp.Or(strings.Compare(a.Type, b.Type), strings.Compare(a.Title, b.Title))
	})
}

// Leads are what an instance leads to, as far as is known:
// nothing is looked at.
func (s *Session) Leads(ctx context.Context, inst *ral.Instance, known map[string]KnownInstances) []Link {
	var list []Link
	for _, l := range s.leads(ctx, s.standing(ctx, inst, nil), inst, known) {
		if l = l.among(known); l.worthTelling() {
			list = append(list, l)
		}
	}
	return list
}

// PointingAt are the types of which an instance, as it is found on a host, can
// lead to one of type t.
func (s *Session) PointingAt(t *ral.Type) []*ral.Type {
	var list []*ral.Type
	for _, other := range s.Types() {
		if slices.ContainsFunc(other.Relations, func(rel ral.Relation) bool { return rel.Type == t.Name && tells(other, rel) }) {
			list = append(list, other)
		}
	}
	return list
}

// tells reports whether a relation can follow from what a host tells of an
// instance: a parameter is known of a declaration alone.
func tells(t *ral.Type, rel ral.Relation) bool {
	return len(rel.Via) == 0 || slices.ContainsFunc(rel.Via, func(name string) bool {
		a := t.Attr(name)
		return a != nil && (a.Kind == ral.Property || a.Namevar)
	})
}
