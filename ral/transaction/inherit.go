package transaction

import (
	"slices"

	"ralsh/ral"
)

// Inherited is a relationship that a resource of a plan has through containers: its own
// container is related to other resources, or it is related to a container of them.
type Inherited struct {
	Kind string `json:"kind"` // require or subscribe
	Of   string `json:"of"`   // the container at an end
	// From holds the declared resources at the other end that are not in sync. It is
	// nil if there are more than maxInherited.
	From  []string `json:"from,omitempty"`
	Count int      `json:"count"` // number of these resources
}

// maxInherited limits the resources of an inherited relationship: two classes of 1,000
// resources have a million pairs.
const maxInherited = 16

// inheriting finds the inherited relationships of a plan.
type inheriting struct {
	g      *graph
	into   map[int32][]edge   // begin of a container -> its relationships and those of its containers
	inside map[int32][]string // end of a container -> its resources that are not in sync
}

// inherit sets the inherited relationships of the steps.
func (sq *sequence) inherit() {
	g := sq.graph
	if !slices.ContainsFunc(g.vertices, func(v *vertex) bool { return v.step.Decl.Container }) {
		return
	}
	in := inheriting{g, make(map[int32][]edge), make(map[int32][]string)}
	for _, v := range g.vertices {
		if v.part == whole && v.step.generator == nil {
			v.step.Inherits = in.relationships(v)
		}
	}
}

func (in *inheriting) relationships(v *vertex) (list []Inherited) {
	for _, e := range in.edges(v) {
		from := in.g.vertices[e.from]
		refs := in.resources(e.from)
		if len(refs) == 0 {
			continue
		}
		rel := Inherited{Kind: ral.Require.String(), Of: from.step.Ref(), From: refs, Count: len(refs)}
		if !from.step.Decl.Container {
			rel.Of = in.g.vertices[e.to].step.Ref()
		}
		if e.notifies() {
			rel.Kind = ral.Subscribe.String()
		}
		if rel.Count > maxInherited {
			rel.From = nil
		}
		list = append(list, rel)
	}
	return list
}

// edges returns the relationships that lead to a vertex through a container.
func (in *inheriting) edges(v *vertex) (list []edge) {
	for e := range in.g.into(v) {
		from := in.g.vertices[e.from]
		switch {
		case e.contains && from.part == begin:
			if _, known := in.into[e.from]; !known {
				in.into[e.from] = in.edges(from)
			}
			list = append(list, in.into[e.from]...)
		case e.contains || e.auto:
		case from.step.Decl.Container || v.step.Decl.Container:
			list = append(list, e)
		}
	}
	return list
}

// resources returns the declared resources of a vertex that are not in sync: its
// resource, or the resources inside the container that it ends.
func (in *inheriting) resources(at int32) []string {
	v := in.g.vertices[at]
	if v.part == whole {
		if v.step.Status == InSync {
			return nil
		}
		return []string{v.step.Declared().Ref()}
	}
	if list, known := in.inside[at]; known {
		return list
	}
	var list []string
	seen := make(map[string]bool)
	for e := range in.g.into(v) {
		if !e.contains || in.g.vertices[e.from].part == begin {
			continue
		}
		for _, ref := range in.resources(e.from) {
			if !seen[ref] {
				seen[ref] = true
				list = append(list, ref)
			}
		}
	}
	in.inside[at] = list
	return list
}
