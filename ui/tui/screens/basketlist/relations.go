package basketlist

import (
	"slices"
	"strings"

	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/transaction/graph"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/words"
)

// relation is a relationship of a draft, in words.
type relation struct {
	how  safe.Text // "before", "after": position of the draft under the cursor
	name safe.Text // the other resource
	why  safe.Text
	auto bool // an automatic relationship
}

// relations returns the relationships of a draft, in the plan and beyond it.
func (b *Screen) relations(d *draft.Draft) []relation {
	var list []relation
	for _, r := range b.plan.Relations(d) {
		list = append(list, relation{side(r.After), safe.Clean(r.Type + " " + r.Title), relationWhy(r), r.Origin == basket.Automatic})
	}
	return list
}

func side(after bool) safe.Text {
	if after {
		return "after"
	}
	return "before"
}

// relationWhy returns the origin of a relationship, its attribute, and why it
// may not affect the order.
func relationWhy(r basket.Relation) safe.Text {
	why := "declared: " + r.By
	switch r.Origin {
	case basket.Automatic:
		why = "automatic: " + r.By
	case basket.DeclaredBy:
		why = "declared there: " + r.By
	}
	switch {
	case r.Notifies && r.After:
		why += "; refreshes this resource"
	case r.Notifies:
		why += "; a change refreshes it"
	}
	switch r.State {
	case basket.Applied:
		why += "; applied already"
	case basket.NotStaged:
		why += "; not in the basket"
	case basket.Omitted:
		why += "; omitted"
	case basket.Unready:
		why += "; not ready"
	}
	return safe.Clean(why)
}

// round describes a cycle with its relationships and their origins.
func (b *Screen) round(path []string) []safe.Text {
	chain := []safe.Text{"the order has a cycle: " + safe.Clean(strings.Join(path, " => "))}
	for _, l := range b.plan.Links {
		chain = append(chain, safe.Clean(l.To+" comes after "+l.From+"  "+linkWhy(l)))
	}
	return chain
}

// linkWhy returns the origin and the attribute of a relationship in a cycle.
func linkWhy(l graph.Link) string {
	why := "declared: " + l.By
	if basket.IsAutomatic(l) {
		why = "automatic: " + l.By
	}
	if l.Notifies {
		why += "; its change refreshes the other"
	}
	return why
}

// foot returns the relationships of the draft under the cursor: declared,
// automatic, and the types among which its type searches for dependencies.
func (b *Screen) foot(at staged, _, _ int) []frame.Line {
	d := at.draft
	lines := []frame.Line{frame.Title(safe.Clean(d.Type.Name+" "+d.Title)+": relationships", b.Sh.Spell("{why} explain the order"), false)}
	row := func(how, name, why safe.Text) {
		lines = append(lines, frame.Row{Cells: []frame.Cell{
			{At: frame.Slot{Col: frame.Margin, Width: 9}, Text: how}, {At: frame.Slot{Col: 14, Width: 20, Middle: true}, Text: name}, {At: frame.At(35), Text: why},
		}})
	}
	const most = frame.FootRows - 2 // below the title and the types that are searched
	all, automatic := b.relations(d), false
	for i, r := range all {
		automatic = automatic || r.auto
		switch {
		case i < most-1 || len(all) == most:
			row(r.how, r.name, r.why)
		case i == most-1:
			row("more", words.CountOf(len(all)-i, "relationship"), b.Sh.Spell("{why} list them"))
		}
	}
	if len(all) == 0 {
		row("declared", "none", "set require, before, notify, subscribe in the editor")
	}
	if looked := requirementsOf(d); looked != "" && !automatic {
		row("auto", "none", looked)
	} else if looked != "" {
		row("auto", "", looked)
	}
	return lines
}

// requirementsOf names the types among which a resource finds its automatic
// dependencies.
func requirementsOf(d *draft.Draft) safe.Text {
	var types []string
	for _, rel := range d.Type.Relations {
		if rel.Kind != ral.Mention && !slices.Contains(types, rel.Type) {
			types = append(types, rel.Type)
		}
	}
	if len(types) == 0 {
		return ""
	}
	return safe.Clean(d.Type.Name + " can depend on " + strings.Join(types, ", "))
}
