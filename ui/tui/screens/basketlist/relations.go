package basketlist

import (
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// relation is a resource to which one of the staged is related, in words.
type relation struct {
	how  safe.Text // "before", "after": where the row under the cursor stands
	name safe.Text // of the other
	why  safe.Text
}

// relations are those of a draft: in the plan, and beyond it as they were typed.
func (b *Screen) relations(d *model.Draft) []relation {
	var list []relation
	for _, r := range b.plan.Relations(d) {
		list = append(list, relation{side(r.After), safe.Clean(r.Type + " " + r.Title), relationWhy(r)})
	}
	return list
}

func side(after bool) safe.Text {
	if after {
		return "after"
	}
	return "before"
}

// relationWhy says whose relationship it is, what it says, and why it orders
// nothing.
func relationWhy(r basket.Relation) safe.Text {
	why := "yours: " + r.By
	switch r.Origin {
	case basket.Automatic:
		why = "automatic: " + r.By
	case basket.DeclaredBy:
		why = "its own: " + r.By
	}
	switch {
	case r.Notifies && r.After:
		why += "; a change there refreshes this one"
	case r.Notifies:
		why += "; a change here refreshes it"
	}
	switch r.State {
	case basket.Applied:
		why += "; applied, so it keeps nothing waiting"
	case basket.NotStaged:
		why += "; it is not in the basket"
	case basket.Omitted:
		why += "; it is left out"
	case basket.Unready:
		why += "; it is not ready"
	}
	return safe.Clean(why)
}

// round is the way round with the relationships that make it, and whose they are.
func (b *Screen) round(path []string) []safe.Text {
	chain := []safe.Text{"no order can be made: " + safe.Clean(strings.Join(path, " => "))}
	for _, l := range b.plan.Links {
		chain = append(chain, safe.Clean(l.To+" comes after "+l.From+"  "+linkWhy(l)))
	}
	return chain
}

// linkWhy says whose relationship one of a cycle is, and what it says.
func linkWhy(l transaction.Link) string {
	why := "yours: " + l.By
	if basket.IsAutomatic(l) {
		why = "automatic: " + l.By
	}
	if l.Notifies {
		why += "; a change there refreshes it"
	}
	return why
}

// foot is what the resource under the cursor is related to: what is yours,
// what is automatic, and what its type looks for.
func (b *Screen) foot() frame.Foot {
	at, ok := b.list.Cursor()
	if !ok {
		return frame.Foot{}
	}
	d := at.draft
	lines := []frame.Line{frame.Title(safe.Clean(d.Type.Name+" "+d.Title)+" is related to", b.sh.Spell("{why} why this order"), false)}
	row := func(how, name, why safe.Text) {
		lines = append(lines, frame.Row{Cells: []frame.Cell{
			{At: frame.Slot{Col: frame.Margin, Width: 9}, Text: how}, {At: frame.Slot{Col: 14, Width: 20, Middle: true}, Text: name}, {At: frame.At(35), Text: why},
		}})
	}
	const most = frame.FootRows - 2 // next to the title and what is looked for
	all, automatic := b.relations(d), false
	for i, r := range all {
		automatic = automatic || strings.HasPrefix(string(r.why), "automatic")
		switch {
		case i < most-1 || len(all) == most:
			row(r.how, r.name, r.why)
		case i == most-1:
			row("more", widget.CountOf(len(all)-i, "relationship"), "w lists them")
		}
	}
	if len(all) == 0 {
		row("yours", "none", "require, before, notify, subscribe in the editor")
	}
	if looked := looksFor(d); looked != "" && !automatic {
		row("auto", "none", looked)
	} else if looked != "" {
		row("auto", "", looked)
	}
	return frame.Foot{Lines: lines}
}

// looksFor names the types among which a resource finds what it needs by itself.
func looksFor(d *model.Draft) safe.Text {
	var types []string
	for _, rel := range d.Type.Relations {
		if rel.Kind != ral.Mention && !slices.Contains(types, rel.Type) {
			types = append(types, rel.Type)
		}
	}
	if len(types) == 0 {
		return ""
	}
	return safe.Clean(d.Type.Name + " looks for " + strings.Join(types, ", "))
}
