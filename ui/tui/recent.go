package tui

import "slices"

// recent is where one was lately, the newest first, and what was asked for in
// the jump palette, the newest last.
type recent struct {
	routes []route
	asked  []string
}

// recentKeeps is how many places and questions are kept.
const recentKeeps = 10

// been notes that a screen was gone to, where one comes back to it. What was read of
// the resource is not kept.
func (r *recent) been(to route) {
	switch to.kind {
	case routeInstances, routeInstance, routeFacts, routeHistory, routeLog, routeBasket:
	default:
		return
	}
	to = route{kind: to.kind, typ: to.typ, name: to.name, provider: to.provider, named: true}
	if to.kind != routeInstance {
		to.name, to.provider = "", ""
	}
	r.routes = slices.DeleteFunc(r.routes, to.same)
	r.routes = slices.Insert(r.routes, 0, to)
	r.routes = r.routes[:min(len(r.routes), recentKeeps)]
}

// same reports whether two routes lead to one place, by whichever provider.
func (r route) same(other route) bool {
	return r.kind == other.kind && r.typ == other.typ && r.name == other.name
}

// ask notes a question that led somewhere.
func (r *recent) ask(text string) {
	if text == "" {
		return
	}
	r.asked = slices.DeleteFunc(r.asked, func(old string) bool { return old == text })
	r.asked = append(r.asked, text)
	r.asked = r.asked[max(0, len(r.asked)-recentKeeps):]
}
