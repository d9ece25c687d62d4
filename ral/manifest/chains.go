package manifest

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/value"
)

// side is an attribute of a declaration on the left of chains.
type side struct {
	item int
	attr string
}

// link converts the chains to attributes of the declarations on their left.
func (c *collector) link() {
	refs := make(map[side][]value.Value)
	first := make(map[side]place)
	var order []side
	for _, ch := range c.chains {
		var to []value.Value
		for _, r := range ch.to {
			if c.known(r, ch.at) {
				to = append(to, r.value())
			}
		}
		for _, r := range ch.from {
			if !c.known(r, ch.at) || len(to) == 0 {
				continue
			}
			s := side{c.at[key(r.typ, r.title)], ch.attr}
			if _, again := refs[s]; !again {
				order, first[s] = append(order, s), ch.at
				refs[s] = to[:len(to):len(to)]
				continue
			}
			refs[s] = append(refs[s], to...)
		}
	}
	for _, s := range order {
		c.relate(&c.in.Items[s.item].Decl, s.attr, refs[s], first[s])
	}
}

func (c *collector) known(r ref, at place) bool {
	if _, ok := c.at[key(r.typ, r.title)]; ok {
		return true
	}
	if !c.lost {
		c.src.refuse(at, "%s is not declared here", r)
	}
	return false
}

func (c *collector) relate(d *ral.Decl, attr string, refs []value.Value, at place) {
	for i := range d.Attrs {
		if a := &d.Attrs[i]; a.Name == attr {
			a.Value = value.ListOf(slices.Concat(a.Value.Items(), refs)...)
			return
		}
	}
	d.Attrs = append(d.Attrs, ral.Attr{Name: attr, Value: value.ListOf(refs...), Pos: c.src.pos(at)})
}

// checkEdges rejects references to undeclared resources. A resource can also be
// referenced by its alias or namevar, which only its type knows, so any
// attribute counts here, and the graph checks again.
func (c *collector) checkEdges() {
	var other map[ref]bool
	for _, w := range c.edges {
		if _, ok := c.at[key(w.ref.typ, w.ref.title)]; ok {
			continue
		}
		if other == nil {
			other = c.otherNames()
		}
		d := c.in.Items[w.item].Decl
		if other[key(w.ref.typ, trim(w.ref.title))] {
			continue
		}
		word := "dependency"
		if w.attr == "before" || w.attr == "notify" {
			word = "dependent"
		}
		c.src.note(diagnostic.Diag{
			Pos: d.PosOf(w.attr), Nearest: c.nearest(w.ref),
			Message: "Could not find " + word + " " + w.ref.String() + " for " + d.Ref(),
		})
	}
}

// trim removes the slash from the end of a path: File[/srv/] is File[/srv].
func trim(title string) string {
	if len(title) > 1 {
		return strings.TrimRight(title, "/")
	}
	return title
}

func (c *collector) otherNames() map[ref]bool {
	names := make(map[ref]bool)
	for _, it := range c.in.Items {
		names[key(it.Decl.Type, trim(it.Decl.Title))] = true
		for _, a := range it.Decl.Attrs {
			for _, v := range a.Value.Elements() {
				if v.Kind() == value.String {
					names[key(it.Decl.Type, trim(v.Raw()))] = true
				}
			}
		}
	}
	return names
}

func (c *collector) nearest(r ref) string {
	var titles []string
	for _, it := range c.in.Items {
		if it.Decl.Type == strings.ToLower(r.typ) && len(titles) < 1000 {
			titles = append(titles, it.Decl.Title)
		}
	}
	if near := ral.Nearest(r.title, titles); near != "" {
		return ref{r.typ, near}.String()
	}
	return ""
}
