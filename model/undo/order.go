package undo

import (
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/graph"
	"ralsh/ral/value"
)

// The order of an undo: the reverse order of the run, except for what a resource needs.

// leavesFirst returns the declarations in an order that removes a resource before its
// dependencies; an automatic relationship, such as that of a file to its directory,
// would order them the other way.
func leavesFirst(back []*ral.Resource) []ral.Decl {
	decls := make([]ral.Decl, len(back))
	removed := make(map[string]int)
	for i, r := range back {
		decls[i] = *r.Decl
		if r.Removing() {
			removed[r.Decl.Ref()] = i
		}
	}
	for i, r := range back {
		for _, ref := range required(r) {
			if j, ok := removed[ref]; ok && j != i && r.Removing() {
				decls[j] = *after(&decls[j], r.Decl)
			}
		}
	}
	return decls
}

// required returns the references that a resource requires automatically.
func required(r *ral.Resource) (refs []string) {
	for _, rel := range r.Type.Relations {
		if rel.Kind != ral.Require || rel.Titles == nil {
			continue
		}
		for _, title := range rel.Titles(r) {
			refs = append(refs, ral.Decl{Type: rel.Type, Title: title}.Ref())
		}
	}
	return refs
}

// requires reports whether a created resource requires a second created resource: by
// its title, or by its type, because a user may be named by its number.
func requires(r, other *ral.Resource) bool {
	if r.Removing() || other.Removing() {
		return false
	}
	return requiresType(r, other) || slices.Contains(required(r), other.Decl.Ref())
}

// requiresType reports whether a resource requires resources of the type of other.
func requiresType(r, other *ral.Resource) bool {
	return other.Type != r.Type && slices.ContainsFunc(r.Type.Relations, func(rel ral.Relation) bool { return rel.Kind == ral.Require && rel.Type == other.Type.Name })
}

// after returns a declaration that also requires first.
func after(d, first *ral.Decl) *ral.Decl { return linked(d, "require", first) }

func linked(d *ral.Decl, relation string, to *ral.Decl) *ral.Decl {
	refs, _ := d.Get(relation)
	items := append(slices.Clone(refs.Items()), value.Ref(ral.Capitalise(to.Type), to.Title))
	return new(d.With(relation, value.ListOf(items...)))
}

// without returns a declaration without an explicit relationship.
func without(d *ral.Decl, relation, ref string) *ral.Decl {
	refs, _ := d.Get(relation)
	items := slices.DeleteFunc(slices.Clone(refs.Items()), func(v value.Value) bool { return v.Text() == ref })
	if len(items) == len(refs.Items()) {
		return d
	}
	return new(d.With(relation, value.ListOf(items...)))
}

// waits puts resources that lack a resource that the same undo creates after it, and
// reports whether it did: the members of a group after the users.
func waits(p *transaction.Plan, back []*ral.Resource) (moved bool) {
	find := func(typ, title string) *ral.Resource {
		i := slices.IndexFunc(back, func(r *ral.Resource) bool {
			number := func(a ral.Attr) bool { return a.Value.Text() == title }
			return !r.Removing() && r.Type.Name == typ && (r.Title == title || slices.ContainsFunc(r.Decl.Attrs, number))
		})
		if i < 0 {
			return nil
		}
		return back[i]
	}
	for _, step := range p.Steps {
		for _, c := range step.Changes {
			lacks, ok := errors.AsType[*ral.DependencyError](c.Err)
			if !ok {
				continue
			}
			r, first := find(step.Decl.Type, step.Decl.Title), find(lacks.Type, lacks.Name)
			if r == nil || first == nil || r == first {
				continue
			}
			moved = precede(first, r) || moved
		}
	}
	return moved
}

// precede puts a resource before a resource that needs it. It returns false if the two
// are already in an order. In a cycle, relax keeps the relationship.
func precede(first, r *ral.Resource) bool {
	if precedes(first, r) || precedes(r, first) {
		return false
	}
	first.Decl = linked(first.Decl, "before", r.Decl)
	return true
}

func precedes(first, r *ral.Resource) bool {
	refs, _ := first.Decl.Get("before")
	return slices.ContainsFunc(refs.Items(), func(ref value.Value) bool { return ref.Text() == r.Decl.Ref() })
}

// relax removes a relationship of a cycle that only reverses the order of the run. It
// reports whether it did.
func relax(back []*ral.Resource, err error) bool {
	cycle, ok := errors.AsType[*graph.CycleError](err)
	if !ok {
		return false
	}
	for _, link := range cycle.Links {
		for _, r := range back {
			if d := without(r.Decl, "require", link.From); r.Decl.Ref() == link.To && d != r.Decl {
				r.Decl = d
				return true
			}
		}
	}
	return false
}
