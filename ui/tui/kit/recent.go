package kit

import (
	"slices"

	"ralsh/model/listings"
	"ralsh/ui/tui/widget"
)

// Recent lists the recently visited screens, the newest first, and the recent
// queries of the jump palette, the newest last.
type Recent struct {
	Routes []Route
	Typed  []string
}

// recentKeeps is the number of screens and queries that are kept.
const recentKeeps = 10

// Been records a visited screen if a user may want to return to it. It does not
// keep the instances of the route.
func (r *Recent) Been(to Route, named []RouteKind) {
	if to.Kind != RouteInstances && to.Kind != RouteInstance && !slices.Contains(named, to.Kind) {
		return
	}
	to = Route{Kind: to.Kind, Typ: to.Typ, Name: to.Name, Provider: to.Provider, Named: true}
	if to.Kind != RouteInstance {
		to.Name, to.Provider = "", ""
	}
	r.Routes = slices.DeleteFunc(r.Routes, to.same)
	r.Routes = slices.Insert(r.Routes, 0, to)
	r.Routes = r.Routes[:min(len(r.Routes), recentKeeps)]
}

// same reports whether two routes lead to the same place, by any provider.
func (r Route) same(other Route) bool {
	return r.Kind == other.Kind && r.Typ == other.Typ && r.Name == other.Name
}

// Ask records a successful query.
func (r *Recent) Ask(text string) {
	if text == "" {
		return
	}
	r.Typed = slices.DeleteFunc(r.Typed, func(old string) bool { return old == text })
	r.Typed = append(r.Typed, text)
	r.Typed = r.Typed[max(0, len(r.Typed)-recentKeeps):]
}

// Places holds the cursor and the selection in the list of each type, so that
// they stay when the user visits a different list.
type Places map[string]place

type place struct {
	cursor   string
	selected []string
}

// Leave saves the place in the list of a type.
func (p Places) Leave(typ string, l *widget.List[listings.Entry]) {
	var at place
	if e, ok := l.Cursor(); ok {
		at.cursor = e.ID()
	}
	for _, e := range l.Selected() {
		at.selected = append(at.selected, e.ID())
	}
	p[typ] = at
}

// Restore restores the place as far as its items still exist.
func (p Places) Restore(typ string, l *widget.List[listings.Entry]) {
	at := p[typ]
	l.Select(at.selected...)
	if at.cursor != "" {
		l.Go(at.cursor)
	}
}
