package tui

import (
	"errors"
	"strings"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

// cycle is the way round when no order can be made, nil otherwise.
func (b *basket) cycle() []string {
	if c, ok := errors.AsType[*transaction.CycleError](b.err); ok {
		return c.Path
	}
	return nil
}

// round is the way round with the relationships that make it, and whose they are.
func (b *basket) round(path []string) []safe.Text {
	chain := []safe.Text{"no order can be made: " + safe.Clean(strings.Join(path, " => "))}
	for _, e := range b.edges {
		chain = append(chain, safe.Clean(e.to+" comes after "+e.from+"  ")+owned(e, "a change there refreshes it"))
	}
	return chain
}

// circling are those of a draft that leave no order and were typed by nobody.
func (b *basket) circling(d *model.Draft) []relation {
	var list []relation
	for _, other := range b.sh.drafts.unsaved() {
		name := safe.Clean(other.Type.Name + " " + other.Title)
		for _, e := range b.edges {
			switch {
			case !e.automatic():
			case e.from == other.Ref() && e.to == d.Ref():
				list = append(list, relation{"after", name, owned(e, "a change there refreshes this one")})
			case e.from == d.Ref() && e.to == other.Ref():
				list = append(list, relation{"before", name, owned(e, "a change here refreshes it")})
			}
		}
	}
	return list
}
