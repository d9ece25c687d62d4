package manifest

import (
	"slices"

	"ralsh/ral"
)

// mainStage always exists: it contains everything that is declared outside of a
// class.
var mainStage = ref{"stage", "main"}

// stages marks declared stages as containers. If something refers to
// Stage[main] without declaring it, it adds the stage with all other resources
// in it. A catalog has it.
func (c *collector) stages() {
	for i := range c.in.Items {
		if it := &c.in.Items[i]; it.Decl.Type == mainStage.typ {
			it.Container = true
		}
	}
	k := key(mainStage.typ, mainStage.title)
	if _, declared := c.at[k]; declared || !c.refers(mainStage) {
		return
	}
	for i := range c.in.Items {
		if it := &c.in.Items[i]; it.Decl.Type != mainStage.typ && it.In == "" {
			it.In = mainStage.String()
		}
	}
	c.at[k] = len(c.in.Items)
	c.in.Items = append(c.in.Items, Item{
		Decl:      ral.Decl{Type: mainStage.typ, Title: mainStage.title, Pos: c.src.pos(place{1, 1})},
		Container: true,
	})
}

// refers reports whether a relationship or a chain leads to a resource.
func (c *collector) refers(to ref) bool {
	at := key(to.typ, to.title)
	is := func(r ref) bool { return key(r.typ, r.title) == at }
	return slices.ContainsFunc(c.edges, func(w reference) bool { return is(w.ref) }) ||
		slices.ContainsFunc(c.chains, func(ch chain) bool { return slices.ContainsFunc(ch.from, is) || slices.ContainsFunc(ch.to, is) })
}
