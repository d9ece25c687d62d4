package manifest

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// json reads a compiled catalog, a listing in JSON, or a list of resources,
// which may also be YAML.
func (c *collector) json() error {
	root, reader, err := readJSON(c.src, preface(c.src.data), "resources")
	if err != nil {
		return err
	}
	if root.kind == value.List {
		c.list(root)
		return nil
	}
	root, err = c.unwrapped(root)
	if err != nil {
		return err
	}
	resources := root.get("resources")
	if found := root.get("instances"); resources == nil && found != nil && found.kind == value.List {
		c.instances(found)
		return nil
	}
	if resources == nil && root.get("properties") != nil {
		c.instance(root)
		return nil
	}
	if root.get("certname") != nil {
		return c.src.fatal(root.at, "this is a catalog in the format of PuppetDB, which does not tell resources from defined types: puppet catalog compile prints a catalog")
	}
	if resources == nil {
		return c.src.fatal(root.at, "this JSON is not a compiled catalog: the key resources is missing (puppet catalog compile prints a catalog)")
	}
	if resources.kind != value.List {
		return c.src.fatal(resources.at, "resources must be a list, not %s", resources.word())
	}
	format := int64(0)
	if n := root.get("catalog_format"); n != nil {
		if format, _ = n.scalar.Int(); n.kind != value.Integer {
			return c.src.fatal(n.at, "catalog_format must be a number, not %s", n.word())
		}
		if format < 0 || format > 2 {
			return c.src.fatal(n.at, "catalog format %d is not supported: 2 is the newest", format)
		}
	}
	c.in.Compiled = true
	in, holds := c.containment(root.get("edges"))
	c.in.Items = make([]Item, 0, reader.arguments.count)
	if err := reader.each(func(n *node) { c.resource(n, format, in, holds) }); err != nil {
		return err
	}
	c.checkContainment(root.get("edges"))
	if classes := root.get("classes"); classes != nil {
		for _, n := range classes.items {
			c.in.Classes = append(c.in.Classes, n.text())
		}
	}
	return nil
}

// wrappers are the keys that hold a catalog: in the serialization of Puppet 3, and in the
// answer of a Puppet server to a request for a catalog (v4).
var wrappers = []string{"data", "catalog"}

// unwrapped returns the catalog in a document.
func (c *collector) unwrapped(root *node) (*node, error) {
	found := root
	for _, key := range wrappers {
		inner := root.get(key)
		switch {
		case inner == nil || inner.get("resources") == nil || root.get("resources") != nil:
		case found != root:
			return nil, c.src.fatal(inner.at, "this JSON contains several catalogs: %s", strings.Join(wrappers, ", "))
		default:
			found = inner
		}
	}
	return found, nil
}

// containment reads the edges, which only mean containment (semantics.md C3): the
// containers of each resource, and the set of containers. An edge from a plain resource,
// even to the same resource, gives no container.
func (c *collector) containment(edges *node) (in map[ref][]string, holds map[ref]bool) {
	in, holds = make(map[ref][]string), make(map[ref]bool)
	if edges == nil {
		return in, holds
	}
	for i := range edges.items {
		source, target := c.end(&edges.items[i], "source"), c.end(&edges.items[i], "target")
		if source.title != "" && target.title != "" {
			k := key(target.typ, target.title)
			in[k] = append(in[k], source.String())
			holds[key(source.typ, source.title)] = true
		}
	}
	return in, holds
}

// end reads an end of an edge and rejects an invalid end.
func (c *collector) end(edge *node, name string) ref {
	n, r := edge.get(name), c.endOf(edge, name)
	switch {
	case n == nil || n.kind != value.String:
		c.src.refuse(edge.at, "the %s of an edge is missing", name)
	case r.title == "":
		c.src.refuse(n.at, "the %s of an edge must be a reference (example: Class[main]), not %s", name, n.word())
	}
	return r
}

// endOf reads an end of an edge; the title is empty if it is not a reference.
func (c *collector) endOf(edge *node, name string) ref {
	n := edge.get(name)
	if n == nil || n.kind != value.String {
		return ref{}
	}
	v, err := ral.ParseRef(n.scalar)
	if err != nil {
		return ref{}
	}
	typ, title, _ := v.Target()
	return ref{typ, title}
}

func (c *collector) checkContainment(edges *node) {
	if edges == nil || c.lost {
		return
	}
	for i := range edges.items {
		for _, name := range []string{"source", "target"} {
			r := c.endOf(&edges.items[i], name)
			if r.title == "" {
				continue // it was already rejected
			}
			if _, ok := c.at[key(r.typ, r.title)]; !ok {
				c.src.refuse(edges.items[i].get(name).at, "Could not find relationship %s %s", name, r)
			}
		}
	}
}

// resource reads a resource of a catalog (semantics.md C2, C4).
func (c *collector) resource(n *node, format int64, in map[ref][]string, holds map[ref]bool) {
	if n.kind != value.Map {
		c.src.refuse(n.at, "a resource must be a map, not %s", n.word())
		c.lost = true
		return
	}
	c.begin()
	typ, title := n.get("type"), n.get("title")
	switch {
	case typ == nil || typ.kind != value.String || typ.text() == "":
		c.src.refuse(n.at, "No resource type provided in serialized data")
		c.lost = true
		return
	case title == nil || title.kind != value.String || title.text() == "":
		c.src.refuse(n.at, "No resource title provided in serialized data")
		c.lost = true
		return
	}
	it := Item{Decl: ral.Decl{Type: typ.text(), Title: title.text()}}
	if c.compiled {
		it.Decl.Pos = c.manifest(n)
	}
	k := key(typ.text(), title.text())
	if at := in[k]; len(at) > 0 {
		it.In, it.AlsoIn = at[0], at[1:]
	}
	it.Container = slices.Contains([]string{"class", "stage", "node"}, strings.ToLower(typ.text()))
	if format >= 2 {
		kind := c.kind(n, it.Decl)
		it.Container = it.Container || kind != "compilable_type"
	} else if !it.Container {
		it.Holds = holds[k]
	}
	if tags := n.get("tags"); tags != nil {
		for _, tag := range tags.items {
			it.Tags = append(it.Tags, tag.text())
		}
	}
	c.parameters(&it, n)
	c.add(it, n.at)
}

// manifest returns where the manifest declares a resource: FILE:LINE, or the name of
// the manifest.
func (c *collector) manifest(n *node) string {
	file, line := n.get("file"), n.get("line")
	if file == nil || line == nil || file.text() == "" {
		return c.src.name
	}
	return file.text() + ":" + line.scalar.Text()
}

// kinds are the kinds of resources since format 2. Puppet manages only the first kind,
// and skips a resource without a kind.
var kinds = []string{"compilable_type", "defined_type", "class", "unknown"}

// kind reads the kind of a resource and rejects a missing or unknown kind.
func (c *collector) kind(n *node, d ral.Decl) string {
	switch kind := n.get("kind"); {
	case kind == nil:
		c.src.refuse(n.at, "the kind of %s is missing: catalog format 2 requires %s", d.Ref(), strings.Join(kinds, ", "))
	case kind.kind != value.String || !slices.Contains(kinds, kind.text()):
		c.src.refuse(kind.at, "the kind of %s must be %s, not %s", d.Ref(), strings.Join(kinds, " or "), kind.word())
	default:
		return kind.text()
	}
	return ""
}

// parameters reads the attributes. Of a container, only the relationships
// matter after the compilation.
func (c *collector) parameters(it *Item, n *node) {
	params := n.get("parameters")
	if params == nil {
		return
	}
	if params.kind != value.Map {
		c.src.refuse(params.at, "parameters must be a map, not %s", params.word())
		return
	}
	var secret []string
	if s := n.get("sensitive_parameters"); s != nil {
		for _, name := range s.items {
			secret = append(secret, name.text())
		}
	}
	it.Decl.Attrs = make([]ral.Attr, 0, len(params.keys))
	for i := range params.keys {
		name := params.keys[i].text()
		if it.Container && !slices.Contains(relations, name) {
			continue
		}
		before := c.limit
		v := c.value(&params.items[i])
		if c.limit != before {
			c.limit = name + ": " + c.limit
			continue
		}
		if slices.Contains(secret, name) && !v.IsNil() {
			v = value.Secret(v)
		}
		c.set(&it.Decl, name, params.keys[i].at, v)
	}
}
