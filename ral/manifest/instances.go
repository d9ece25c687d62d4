package manifest

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/value"
)

// instances reads a listing in JSON. As in a listing as code, it declares only
// meaningful values and the attributes that locate an instance.
func (c *collector) instances(list *node) {
	for i := range list.items {
		n := &list.items[i]
		if n.kind == value.Map && n.get("left_out") != nil {
			continue
		}
		c.instance(n)
	}
}

func (c *collector) instance(n *node) {
	c.begin()
	typ, title, properties := n.get("type"), n.get("title"), n.get("properties")
	if typ == nil || title == nil || typ.kind != value.String || title.kind != value.String || properties == nil || properties.kind != value.Map {
		c.src.refuse(n.at, "an instance must be a map with type, title and properties")
		c.lost = true
		return
	}
	it := Item{Decl: ral.Decl{Type: typ.text(), Title: title.text()}}
	if p := n.get("provider"); p != nil {
		it.Decl.Provider = p.text()
	}
	if i, twice := c.at[key(it.Decl.Type, it.Decl.Title)]; twice && c.in.Items[i].Decl.Provider != it.Decl.Provider {
		// Two providers may know the same name, but a title is unique.
		c.set(&it.Decl, "name", title.at, value.Str(it.Decl.Title))
		it.Decl.Title += " by " + it.Decl.Provider
	}
	var readOnly []string
	if names := n.get("read_only"); names != nil {
		for _, name := range names.items {
			readOnly = append(readOnly, name.text())
		}
	}
	for i := range properties.keys {
		name := properties.keys[i].text()
		v := c.value(&properties.items[i])
		if slices.Contains(readOnly, name) || v.Empty() || v.Raw() == "absent" && name != "ensure" {
			continue
		}
		c.set(&it.Decl, name, properties.keys[i].at, v)
	}
	if keys := n.get("located_by"); keys != nil {
		for i := range keys.keys {
			c.set(&it.Decl, keys.keys[i].text(), keys.keys[i].at, c.value(&keys.items[i]))
		}
	}
	c.add(it, n.at)
}
