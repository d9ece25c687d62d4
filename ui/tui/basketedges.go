package tui

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// stagedEdge is a relationship between two of the staged resources.
type stagedEdge struct {
	from, to string // by their references
	by       string // "require => File[/srv]", "autorequire"
	notifies bool   // changes of from refresh to
}

// automatic says that the type has the relationship, and nobody typed it.
func (e stagedEdge) automatic() bool { return strings.HasPrefix(e.by, "auto") }

// edgesOf are the relationships among declarations, as the engine orders them.
// Without an order they are those that leave none.
func edgesOf(ctx context.Context, session *model.Session, decls []ral.Decl) []stagedEdge {
	order, err := session.Order(ctx, decls...)
	if cycle, ok := errors.AsType[*transaction.CycleError](err); ok {
		var edges []stagedEdge
		for _, l := range cycle.Links {
			edges = append(edges, stagedEdge{l.From, l.To, l.By, l.Notifies})
		}
		return edges
	}
	if err != nil {
		return nil
	}
	edges := make([]stagedEdge, len(order.Edges))
	for i, e := range order.Edges {
		edges[i] = stagedEdge{order.Members[e.From].Decl.Ref(), order.Members[e.To].Decl.Ref(), e.By, e.Notifies}
	}
	return edges
}

// relation is a resource to which one of the staged is related.
type relation struct {
	how  safe.Text // "before", "after": where the row under the cursor stands
	name safe.Text // of the other
	why  safe.Text
}

// relations are those of a draft: in the plan, and beyond it as they were typed.
func (b *basket) relations(d *model.Draft) []relation { return append(b.ordered(d), b.typed(d)...) }

// ordered are the relationships of a draft that order the plan.
func (b *basket) ordered(d *model.Draft) []relation {
	if b.cycle() != nil {
		return b.circling(d)
	}
	s := b.steps[d]
	if s == nil {
		return nil
	}
	at := make(map[string]*transaction.Step)
	for _, other := range b.order() {
		at[b.steps[other].Decl.Ref()] = b.steps[other]
	}
	var list []relation
	for _, e := range b.edges {
		switch from, to := at[e.from], at[e.to]; {
		case from == nil || to == nil:
		case to == s:
			list = append(list, relation{"after", stepName(from), owned(e, "a change there refreshes this one")})
		case from == s:
			list = append(list, relation{"before", stepName(to), owned(e, "a change here refreshes it")})
		}
	}
	return list
}

// typed are the relationships of a draft, from either end, that were typed and
// order nothing: the other one is not in the plan, or there is no plan.
func (b *basket) typed(d *model.Draft) []relation {
	var list []relation
	for _, r := range d.Related() {
		name := safe.Clean(r.Type + " " + r.Title)
		if why, orders := b.standing(d, r); !orders {
			list = append(list, relation{side(r.After()), name, safe.Clean("yours: "+r.String()) + why})
		}
	}
	for _, other := range b.sh.drafts.unsaved() {
		for _, r := range other.Related() {
			if other == d || !r.Leads(d) || b.steps[d] != nil && b.steps[other] != nil {
				continue
			}
			why := safe.Clean("its own: " + r.String())
			if b.sh.drafts.marks[other].out {
				why += "; it is left out"
			}
			list = append(list, relation{side(!r.After()), safe.Clean(other.Type.Name + " " + other.Title), why})
		}
	}
	return list
}

func side(after bool) safe.Text {
	if after {
		return "after"
	}
	return "before"
}

// standing says what is with the other end of a relationship that was typed, and
// whether it orders the plan.
func (b *basket) standing(d *model.Draft, r model.Related) (why safe.Text, orders bool) {
	drafts := b.sh.drafts.unsaved()
	i := slices.IndexFunc(drafts, r.Leads)
	switch {
	case i >= 0 && b.steps[d] != nil && b.steps[drafts[i]] != nil:
		return "", true
	case slices.Contains(d.AppliedDeps(), r.Ref()):
		return "; applied, so it keeps nothing waiting", false
	case i < 0:
		return "; it is not in the basket", false
	case b.sh.drafts.marks[drafts[i]].out:
		return "; it is left out", false
	case b.sh.drafts.marks[drafts[i]].bad != "":
		return "; it is not ready", false
	}
	return "", false
}

// owned says whose relationship it is, a person's or the type's own, and what
// it tells.
func owned(e stagedEdge, told string) safe.Text {
	text := "yours: " + e.by
	if e.automatic() {
		text = "automatic: " + e.by
	}
	if e.notifies {
		text += "; " + told
	}
	return safe.Clean(text)
}

// between is the relationship of two staged resources, if there is one.
func (b *basket) between(first, second *transaction.Step) (stagedEdge, bool) {
	for _, e := range b.edges {
		if e.from == first.Decl.Ref() && e.to == second.Decl.Ref() {
			return e, true
		}
	}
	return stagedEdge{}, false
}

// foot is what the resource under the cursor is related to: what is yours,
// what is automatic, and what its type looks for.
func (b *basket) foot() frame.Foot {
	at, ok := b.list.Cursor()
	if !ok {
		return frame.Foot{}
	}
	d := at.draft
	lines := []frame.Line{frame.Title(safe.Clean(d.Type.Name+" "+d.Title)+" is related to", b.sh.spell("{why} why this order"), false)}
	row := func(how, name, why safe.Text) {
		lines = append(lines, frame.Row{Cells: []frame.Cell{
			{At: frame.Slot{Col: frame.Margin, Width: 9}, Text: how}, {At: frame.Slot{Col: 14, Width: 20, Middle: true}, Text: name}, {At: frame.At(35), Text: why},
		}})
	}
	const most = frame.FootRows - 2 // beside the title and what is looked for
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
