package basket

import (
	"slices"
	"strings"

	"ralsh/model/draft"
	"ralsh/ral/transaction/graph"
)

// Relation is a relationship of a draft to a resource.
type Relation struct {
	Type, Title string
	After       bool   // the draft comes after the resource
	By          string // "require => File[/srv]", "autorequire"
	Origin      Origin
	Notifies    bool  // a change of the first resource refreshes the second
	State       State // whether it orders the plan, or why not
}

// Origin is where a relationship was declared.
type Origin uint8

// The origins.
const (
	Declared   Origin = iota // by the draft
	DeclaredBy               // by the draft of the other resource, and not in the plan
	Automatic                // by a type, see ral.Relation
)

// State is whether a relationship orders the plan, or why it does not.
type State uint8

// The states. Unplanned means that both resources are in the basket, or the
// other resource declares the relationship, but they are not both in a plan.
const (
	Orders State = iota
	Unplanned
	Applied   // the other resource was applied
	NotStaged // the other resource is not in the basket
	Omitted
	Unready
)

// IsAutomatic reports whether a type and not a draft declared a relationship.
func IsAutomatic(l graph.Link) bool { return strings.HasPrefix(l.By, "auto") }

// Relations returns the relationships of a draft: first the relationships that
// order the plan, then the typed relationships, at either end, that do not.
func (p Plan) Relations(d *draft.Draft) []Relation { return append(p.ordering(d), p.typed(d)...) }

// ordering returns the relationships that order the plan. If a cycle prevents a
// plan, they are the automatic relationships of the cycle.
func (p Plan) ordering(d *draft.Draft) []Relation {
	among, cycle := p.Order(), p.Cycle() != nil
	if cycle {
		return p.circling(d)
	}
	if !slices.Contains(among, d) {
		return nil
	}
	at := make(map[string]*draft.Draft)
	for _, other := range among {
		at[p.Steps[other].Decl.Ref()] = other
	}
	var list []Relation
	for _, l := range p.Links {
		switch from, to := at[l.From], at[l.To]; {
		case from == nil || to == nil:
		case to == d:
			list = append(list, relationOf(l, from, true))
		case from == d:
			list = append(list, relationOf(l, to, false))
		}
	}
	return list
}

func (p Plan) circling(d *draft.Draft) []Relation {
	var list []Relation
	for _, other := range p.basket.Drafts() {
		for _, l := range p.Links {
			switch {
			case !IsAutomatic(l):
			case l.From == other.Ref() && l.To == d.Ref():
				list = append(list, relationOf(l, other, true))
			case l.From == d.Ref() && l.To == other.Ref():
				list = append(list, relationOf(l, other, false))
			}
		}
	}
	return list
}

func relationOf(l graph.Link, other *draft.Draft, after bool) Relation {
	r := Relation{Type: other.Type.Name, Title: other.Title, After: after, By: l.By, Notifies: l.Notifies}
	if IsAutomatic(l) {
		r.Origin = Automatic
	}
	return r
}

// typed returns the typed relationships without an effect on the order, because
// the other resource is not in the plan, or planning failed.
func (p Plan) typed(d *draft.Draft) []Relation {
	var list []Relation
	for _, r := range d.Related() {
		if state := p.state(d, r); state != Orders {
			list = append(list, Relation{Type: r.Type, Title: r.Title, After: r.After(), By: r.String(), State: state})
		}
	}
	for _, other := range p.basket.Drafts() {
		for _, r := range other.Related() {
			if other == d || !r.Leads(d) || p.Steps[d] != nil && p.Steps[other] != nil {
				continue
			}
			back := Relation{Type: other.Type.Name, Title: other.Title, After: !r.After(), By: r.String(), Origin: DeclaredBy, State: Unplanned}
			if p.basket.status[other].Omitted {
				back.State = Omitted
			}
			list = append(list, back)
		}
	}
	return list
}

func (p Plan) state(d *draft.Draft, r draft.Related) State {
	drafts := p.basket.Drafts()
	i := slices.IndexFunc(drafts, r.Leads)
	switch {
	case i >= 0 && p.Steps[d] != nil && p.Steps[drafts[i]] != nil:
		return Orders
	case slices.Contains(d.AppliedDeps(), r.Ref()):
		return Applied
	case i < 0:
		return NotStaged
	}
	switch st := p.basket.status[drafts[i]]; {
	case st.Omitted:
		return Omitted
	case !st.Ready():
		return Unready
	}
	return Unplanned
}
