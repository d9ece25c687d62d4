package kit

import (
	"slices"

	"ralsh/model/listings"
	"ralsh/ui/tui/widget"
)

// Recent is where one was lately, the newest first, and what was asked for in
// the jump palette, the newest last.
type Recent struct {
	Routes []Route
	Asked  []string
}

// recentKeeps is how many places and questions are kept.
const recentKeeps = 10

// Been notes that a screen was gone to, where one comes back to it. What was read of
// the resource is not kept.
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

// same reports whether two routes lead to one place, by whichever provider.
func (r Route) same(other Route) bool {
	return r.Kind == other.Kind && r.Typ == other.Typ && r.Name == other.Name
}

// Ask notes a question that led somewhere.
func (r *Recent) Ask(text string) {
	if text == "" {
		return
	}
	r.Asked = slices.DeleteFunc(r.Asked, func(old string) bool { return old == text })
	r.Asked = append(r.Asked, text)
	r.Asked = r.Asked[max(0, len(r.Asked)-recentKeeps):]
}

// Places are where one was in each list, by type, so that no one who looks at another
// column loses the place, or what was selected.
type Places map[string]place

type place struct {
	cursor   string
	selected []string
}

// Leave notes the place in the list of a type.
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

// Restore goes to the place again, as far as it is still there.
func (p Places) Restore(typ string, l *widget.List[listings.Entry]) {
	at := p[typ]
	l.Select(at.selected...)
	if at.cursor != "" {
		l.Go(at.cursor)
	}
}
