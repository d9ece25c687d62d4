package manifest

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Decls are all declarations as a run takes them, the containers among them.
func (in *Input) Decls() []ral.Decl {
	n := naming{items: in.Items, at: make(map[string]int, len(in.Items))}
	for i, it := range in.Items {
		n.at[key(it.Decl.Type, it.Decl.Title)] = i
	}
	decls := make([]ral.Decl, len(in.Items))
	for i, it := range in.Items {
		decls[i] = n.decl(it)
	}
	return decls
}

// naming writes what refers to a container with the very title of the
// container: titles of classes know no case.
type naming struct {
	items []Item
	at    map[string]int
}

func (n *naming) decl(it Item) ral.Decl {
	d := it.Decl
	d.Container, d.Tags = it.Container, it.Tags
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

// container is the reference of a container, "" for what is none: only
// containers hold anything, whatever the edges of a catalog say.
func (n *naming) container(text string) string {
	typ, title, _ := ral.SplitRef(text)
	i, ok := n.at[key(typ, title)]
	if !ok || !n.items[i].Container {
		return ""
	}
	return n.items[i].Decl.Ref()
}

func (n *naming) references(v value.Value) value.Value {
	refs := slices.Clone(v.Elements())
	for k, ref := range refs {
		typ, title, _ := ref.Target()
		if i, ok := n.at[key(typ, title)]; ok && n.items[i].Container {
			refs[k] = value.Ref(typ, n.items[i].Decl.Title)
		}
	}
	return value.ListOf(refs...)
}
