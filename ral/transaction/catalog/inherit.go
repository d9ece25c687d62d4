package catalog

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/transaction/graph"
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
	*Catalog
	g      *graph.Graph
	insync func(i int32) bool
	into   map[int32][]graph.Edge // begin of a container -> its relationships and those of its containers
	inside map[int32][]string     // end of a container -> its resources that are not in sync
}

// Inherit passes the inherited relationships of each declared resource to set. insync
// reports whether an entry is in sync.
func (c *Catalog) Inherit(g *graph.Graph, insync func(i int32) bool, set func(i int32, list []Inherited)) {
	if !slices.ContainsFunc(g.Vertices, func(v *graph.Vertex) bool { return c.decl(v.Resource).Container }) {
		return
	}
	in := inheriting{c, g, insync, make(map[int32][]graph.Edge), make(map[int32][]string)}
	for _, v := range g.Vertices {
		if v.Part == graph.Whole && c.Entries[v.Resource].Generator == None {
			set(v.Resource, in.relationships(v))
		}
	}
}

func (in *inheriting) relationships(v *graph.Vertex) (list []Inherited) {
	for _, e := range in.edges(v) {
		from := in.g.Vertices[e.From].Resource
		refs := in.resources(e.From)
		if len(refs) == 0 {
			continue
		}
		rel := Inherited{Kind: ral.Require.String(), Of: in.Entries[from].Ref(), From: refs, Count: len(refs)}
		if !in.decl(from).Container {
			rel.Of = in.g.Ref(e.To)
		}
		if e.Notifies() {
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
func (in *inheriting) edges(v *graph.Vertex) (list []graph.Edge) {
	for e := range in.g.Into(v) {
		from := in.g.Vertices[e.From]
		switch {
		case e.Contains && from.Part == graph.Begin:
			if _, known := in.into[e.From]; !known {
				in.into[e.From] = in.edges(from)
			}
			list = append(list, in.into[e.From]...)
		case e.Contains || e.Auto:
		case in.decl(from.Resource).Container || in.decl(v.Resource).Container:
			list = append(list, e)
		}
	}
	return list
}

// resources returns the declared resources of a vertex that are not in sync: its
// resource, or the resources inside the container that it ends.
func (in *inheriting) resources(at int32) []string {
	v := in.g.Vertices[at]
	if v.Part == graph.Whole {
		if in.insync(v.Resource) {
			return nil
		}
		return []string{in.Entries[in.chain(v.Resource)[0]].Ref()}
	}
	if list, known := in.inside[at]; known {
		return list
	}
	var list []string
	seen := make(map[string]bool)
	for e := range in.g.Into(v) {
		if !e.Contains || in.g.Vertices[e.From].Part == graph.Begin {
			continue
		}
		for _, ref := range in.resources(e.From) {
			if !seen[ref] {
				seen[ref] = true
				list = append(list, ref)
			}
		}
	}
	in.inside[at] = list
	return list
}
