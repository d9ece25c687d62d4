package manifest

import (
	"slices"
	"strconv"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/value"
)

// Decls returns all declarations for a run, including the containers. The types in reg
// distinguish containers from resources.
//
// A provider of Puppet that ralsh lacks is not an error but a limit of the resource, and
// in a compiled catalog also any type, attribute or provider that reg lacks.
func (in *Input) Decls(reg *ral.Registry) []ral.Decl {
	n := naming{items: in.Items, at: make(map[ref]int, len(in.Items)), holders: make(map[int]bool)}
	for i, it := range in.Items {
		n.at[key(it.Decl.Type, it.Decl.Title)] = i
		if it.Holds && reg.Type(it.Decl.Type) == nil {
			n.holders[i] = true
		}
	}
	decls := make([]ral.Decl, len(in.Items))
	for i := range in.Items {
		decls[i] = n.decl(i)
		d := &decls[i]
		if d.Provider != "" && d.Limit == "" {
			if t := reg.Type(d.Type); t != nil {
				d.Limit = t.WithoutProvider(d.Provider)
			}
		}
		if in.Compiled && !d.Container {
			limit(reg, d)
		}
	}
	return decls
}

// limit limits a resource that reg cannot manage, and drops its unknown
// attributes.
func limit(reg *ral.Registry, d *ral.Decl) {
	set := func(text string) {
		if d.Limit == "" {
			d.Limit = text
		}
	}
	t := reg.Type(d.Type)
	if t == nil {
		text, nearest := reg.NoType(d.Type)
		set(diagnostic.Diag{Message: text, Nearest: nearest}.Error())
		return
	}
	if d.Provider != "" && t.Provider(d.Provider) == nil {
		set("unknown provider " + strconv.Quote(d.Provider) + " of type " + d.Type)
	}
	unknown := func(a ral.Attr) bool { return t.Attr(a.Name) == nil }
	known := func(attrs []ral.Attr) []ral.Attr {
		i := slices.IndexFunc(attrs, unknown)
		if i < 0 {
			return attrs
		}
		set("unknown attribute " + strconv.Quote(attrs[i].Name) + " of type " + d.Type)
		return slices.DeleteFunc(slices.Clone(attrs), unknown)
	}
	d.Attrs = known(d.Attrs)
	if d.Deferred != nil {
		computed := known(*d.Deferred)
		d.Deferred = &computed
	}
}

// Limits returns the limits of declarations as errors.
func Limits(decls []ral.Decl) diagnostic.Diags {
	var diags diagnostic.Diags
	for _, d := range decls {
		if d.Limit != "" {
			diags = append(diags, diagnostic.Diag{Kind: diagnostic.InvalidResource, Resource: d.Ref(), Pos: d.Pos, Message: d.Limit})
		}
	}
	return diags
}

// naming replaces references to a container with its exact title, because
// titles of classes are case-insensitive.
type naming struct {
	items   []Item
	at      map[ref]int
	holders map[int]bool // items without a type that contain resources
}

func (n *naming) contains(i int) bool { return n.items[i].Container || n.holders[i] }

func (n *naming) decl(i int) ral.Decl {
	it := n.items[i]
	d := it.Decl
	d.Container, d.Tags = n.contains(i), it.Tags
	if n.holders[i] {
		d.Attrs = slices.DeleteFunc(slices.Clone(d.Attrs), func(a ral.Attr) bool { return !slices.Contains(relations, a.Name) })
	}
	var also []string
	for _, text := range append([]string{it.In}, it.AlsoIn...) {
		switch ref := n.container(text); {
		case ref == "":
		case d.In == "":
			d.In = ref
		default:
			also = append(also, ref)
		}
	}
	if also != nil {
		d.AlsoIn = &also
	}
	for i, a := range d.Attrs {
		if slices.Contains(relations, a.Name) {
			d.Attrs = slices.Clone(d.Attrs)
			d.Attrs[i].Value = n.references(a.Value)
		}
	}
	return d
}

// container returns the reference to a container, "" for a resource: resources contain
// nothing, whatever the edges of a catalog.
func (n *naming) container(text string) string {
	typ, title, _ := ral.SplitRef(text)
	i, ok := n.at[key(typ, title)]
	if !ok || !n.contains(i) {
		return ""
	}
	return n.items[i].Decl.Ref()
}

func (n *naming) references(v value.Value) value.Value {
	refs := slices.Clone(v.Elements())
	for k, ref := range refs {
		typ, title, _ := ref.Target()
		if i, ok := n.at[key(typ, title)]; ok && n.contains(i) {
			refs[k] = value.Ref(typ, n.items[i].Decl.Title)
		}
	}
	return value.ListOf(refs...)
}
