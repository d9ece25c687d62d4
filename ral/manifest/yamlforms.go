package manifest

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/value"
)

// types reads Puppet's YAML, a map of type to title to attributes, as puppet
// resource --to_yaml prints it (semantics.md Z12).
func (c *collector) types(root *node) {
	for i := range root.keys {
		titles := &root.items[i]
		switch titles.kind {
		case value.Nil:
			continue
		case value.Map:
		default:
			c.src.refuse(titles.at, "%s must be a map of title to attributes, not %s", root.keys[i].text(), titles.word())
			c.lost = true
			continue
		}
		for k := range titles.keys {
			c.begin()
			it := Item{Decl: ral.Decl{Type: root.keys[i].text(), Title: titles.keys[k].text()}}
			c.attributes(&it.Decl, &titles.items[k])
			c.add(it, titles.keys[k].at)
		}
	}
}

func (c *collector) attributes(d *ral.Decl, n *node) {
	switch n.kind {
	case value.Nil:
	case value.Map:
		for i := range n.keys {
			c.set(d, n.keys[i].text(), n.keys[i].at, c.value(&n.items[i]))
		}
	default:
		c.src.refuse(n.at, "the attributes of %s must be a map, not %s", d.Ref(), n.word())
	}
}

// list reads the other form, a list of {type, title, attributes} with
// relationships next to them.
func (c *collector) list(root *node) {
	for i := range root.items {
		c.listed(&root.items[i])
	}
}

func (c *collector) listed(n *node) {
	c.begin()
	if n.kind != value.Map {
		c.src.refuse(n.at, "a resource must be a map with type, title and attributes, not %s", n.word())
		c.lost = true
		return
	}
	var d ral.Decl
	for _, need := range []struct {
		name string
		to   *string
	}{{"type", &d.Type}, {"title", &d.Title}} {
		switch v := n.get(need.name); {
		case v == nil:
			c.src.refuse(n.at, "the %s of this resource is missing", need.name)
			c.lost = true
			return
		case v.kind == value.Nil || v.kind == value.List || v.kind == value.Map:
			c.src.refuse(v.at, "the %s of a resource must be a string, not %s", need.name, v.word())
			c.lost = true
			return
		default:
			*need.to = v.scalar.Text()
		}
	}
	known := append([]string{"type", "title", "attributes", "provider"}, relations...)
	for i := range n.keys {
		switch name := n.keys[i].text(); {
		case name == "type" || name == "title":
		case name == "attributes":
			c.attributes(&d, &n.items[i])
		case slices.Contains(known, name):
			c.set(&d, name, n.keys[i].at, c.value(&n.items[i]))
		default:
			c.src.note(diagnostic.Diag{
				Pos: c.src.pos(n.keys[i].at), Nearest: ral.Nearest(name, known),
				Message: "unknown key " + excerpt(name) + " of a resource: write attributes below the key attributes",
			})
		}
	}
	c.add(Item{Decl: d}, n.at)
}
