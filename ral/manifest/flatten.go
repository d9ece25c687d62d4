package manifest

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/value"
)

// flattener gives the relationships of containers to what they contain.
type flattener struct {
	items  []Item
	at     map[string]int
	inside map[int][]int // container -> what is directly in it
	leaves map[int][]value.Value
}

func flatten(items []Item) []ral.Decl {
	f := &flattener{items: items, at: make(map[string]int), inside: make(map[int][]int), leaves: make(map[int][]value.Value)}
	for i, it := range items {
		f.at[key(it.Decl.Type, it.Decl.Title)] = i
	}
	for i, it := range items {
		for _, j := range f.holders(it) {
			f.inside[j] = append(f.inside[j], i)
		}
	}
	decls := make([]ral.Decl, 0, len(items))
	for _, it := range items {
		if !it.Container {
			decls = append(decls, f.decl(it))
		}
	}
	return decls
}

// holders are the containers that an item is directly in.
func (f *flattener) holders(it Item) []int {
	var list []int
	if j, ok := f.find(it.In); ok {
		list = append(list, j)
	}
	for _, ref := range it.AlsoIn {
		if j, ok := f.find(ref); ok && !slices.Contains(list, j) {
			list = append(list, j)
		}
	}
	return list
}

func (f *flattener) find(text string) (int, bool) {
	v, err := ral.ParseRef(value.Str(text))
	if err != nil {
		return 0, false
	}
	typ, title, _ := v.Target()
	i, ok := f.at[key(typ, title)]
	return i, ok
}

// decl is one resource with its own relationships and those of all that
// contains it.
func (f *flattener) decl(it Item) ral.Decl {
	d := it.Decl
	if len(f.inside) == 0 {
		return d
	}
	related := make(map[string][]value.Value)
	pos := make(map[string]string)
	take := func(from ral.Decl) {
		for _, name := range relations {
			v, ok := from.Get(name)
			if !ok {
				continue
			}
			for _, target := range v.Items() {
				related[name] = append(related[name], f.targets(target)...)
			}
			if pos[name] == "" {
				pos[name] = posOf(from, name)
			}
		}
	}
	take(d)
	up := f.holders(it)
	for k := 0; k < len(up); k++ {
		take(f.items[up[k]].Decl)
		for _, j := range f.holders(f.items[up[k]]) {
			if !slices.Contains(up, j) {
				up = append(up, j)
			}
		}
	}
	for _, name := range relations {
		d = d.With(name, value.Value{})
		if refs := related[name]; len(refs) > 0 {
			d.Attrs = append(d.Attrs, ral.Attr{Name: name, Value: value.ListOf(refs...), Pos: pos[name]})
		}
	}
	return d
}

// targets is what a reference comes to: itself, or all resources in the
// container that it names.
func (f *flattener) targets(v value.Value) []value.Value {
	typ, title, _ := v.Target()
	i, ok := f.at[key(typ, title)]
	if !ok || !f.items[i].Container {
		return []value.Value{v}
	}
	return f.below(i, 0)
}

func (f *flattener) below(i, depth int) []value.Value {
	if known, ok := f.leaves[i]; ok || depth > maxDepth {
		return known
	}
	var refs []value.Value
	known := make(map[string]bool)
	add := func(v value.Value) {
		if typ, title, _ := v.Target(); !known[key(typ, title)] {
			known[key(typ, title)] = true
			refs = append(refs, v)
		}
	}
	for _, j := range f.inside[i] {
		if !f.items[j].Container {
			add(value.Ref(f.items[j].Decl.Type, f.items[j].Decl.Title))
			continue
		}
		for _, v := range f.below(j, depth+1) {
			add(v)
		}
	}
	f.leaves[i] = refs
	return refs
}
