package kit

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
)

// RouteKind is the screen that a route leads to. A screen that is known by a name
// has that name.
type RouteKind string

const (
	RouteTypes      RouteKind = "types"
	RouteType       RouteKind = "type" // the instances of a type; where there can be none, why, or the question which one
	RouteInstances  RouteKind = "instances"
	RouteAsk        RouteKind = "ask" // which instance, of a type that cannot be listed
	RouteInstance   RouteKind = "instance"
	RouteSides      RouteKind = "side by side"
	RouteNew        RouteKind = "new" // the name of a new instance
	RouteEdit       RouteKind = "edit"
	RouteProviders  RouteKind = "providers"  // of a type, and why
	RouteField      RouteKind = "field why"  // why a field has its sign
	RouteFindings   RouteKind = "findings"   // about an instance
	RouteDrift      RouteKind = "drift"      // what moved in an instance
	RouteFailures   RouteKind = "failures"   // of the sources of a type
	RouteDifference RouteKind = "difference" // a plan
	RouteApply      RouteKind = "apply"      // and what came of it
	RouteRun        RouteKind = "run"        // of the journal, step by step
	RouteFacts      RouteKind = "facts"
	RouteHistory    RouteKind = "history"
	RouteLog        RouteKind = "log"
	RouteBasket     RouteKind = "basket"
	RouteJump       RouteKind = "jump"
	RouteHelp       RouteKind = "help"
	RouteWelcome    RouteKind = "welcome" // the lessons of a sample host
	RouteMenu       RouteKind = "menu"    // a question on top of a screen
	RouteQuit       RouteKind = "quit"    // whether to lose what was typed
)

// Route is where a screen leads, as data: screens send routes, and the root makes
// of them the screens.
type Route struct {
	Kind     RouteKind
	Typ      string // the name of a type
	Name     string // the title of a resource, or the name of a fact
	Provider string // "" for any
	Attr     string // the attribute to begin at
	Run      int    // the number of a run in the journal
	Named    bool   // the screen below names already what this one is about
	Over     bool   // the instances were put below on the way, and were not seen
	Fresh    bool   // a new instance is asked for

	// What no name represents.
	Found    []*ral.Instance // as they were read; of a drift what it was and what it is
	Drafts   []*model.Draft  // to be edited, several in one sheet
	Field    *model.Field    // whose sign is to be explained
	Proposal *Proposal
}

// Proposal is what a difference plans, and what an apply carries out.
type Proposal struct {
	Decls  []ral.Decl
	Gather func(context.Context) []ral.Decl // finds out what is to be planned, nil when decls say it
	Undo   *model.Undo                      // what this undoes, nil for nothing
	After  *Outcome                         // the apply whose rest this plans, nil for none
	Plan   *transaction.Plan                // what an apply carries out
	// Ends is the plan of an apply whose result is not so any more once this is
	// applied, nil for none.
	Ends *transaction.Plan
}

// Outcome is a plan that was applied, and what came of it.
type Outcome struct {
	Plan   *transaction.Plan
	Report *transaction.Report
}

// Messages by which a screen leads to another one.
type (
	// PushMsg puts a screen on the stack.
	PushMsg struct{ Route Route }
	// MenuMsg puts a menu on the stack.
	MenuMsg struct{ Menu *Menu }
	// PopMsg takes n screens off the stack, at least one stays.
	PopMsg struct{ N int }
	// ReplaceMsg puts a screen in place of the top one.
	ReplaceMsg struct{ Route Route }
	// SeekMsg puts the cursor of the list of types on one of them.
	SeekMsg struct{ Typ string }
	// NavigateMsg leads to a screen on top of the types, wherever one is.
	NavigateMsg struct{ Route Route }
)

// LayerMsg is a message for a layer, which changes nothing of what lies below it.
type LayerMsg interface{ ForLayer() }

// Push leads to a screen on top of this one.
func Push(r Route) tea.Cmd { return func() tea.Msg { return PushMsg{r} } }

// Replace leads to a screen in place of this one.
func Replace(r Route) tea.Cmd { return func() tea.Msg { return ReplaceMsg{r} } }

// ShowMenu puts a menu on top.
func ShowMenu(m *Menu) tea.Cmd { return func() tea.Msg { return MenuMsg{m} } }

// Pop leads back over n screens.
func Pop(n int) tea.Cmd { return func() tea.Msg { return PopMsg{n} } }

// Back leads back to the screen below.
func Back() tea.Cmd { return Pop(1) }

// providerName is that of a provider, "" for none.
func providerName(p *ral.Provider) string {
	if p == nil {
		return ""
	}
	return p.Name
}

// ToInstance leads to an instance, which the screen below names the type of; found
// is nil where it was not read.
func ToInstance(t *ral.Type, title string, found *ral.Instance) Route {
	r := Route{Kind: RouteInstance, Typ: t.Name, Name: title, Named: true}
	if found != nil {
		r.Provider, r.Found = providerName(found.Provider), []*ral.Instance{found}
	}
	return r
}

// ToEditor leads to the editor of drafts, from a screen that does not name their
// resource.
func ToEditor(drafts ...*model.Draft) Route { return Route{Kind: RouteEdit, Drafts: drafts} }

// ToProviders leads to the providers of a type, the cursor on one of them, from a
// screen that names the type.
func ToProviders(t *ral.Type, p *ral.Provider) Route {
	return Route{Kind: RouteProviders, Typ: t.Name, Provider: providerName(p), Named: true}
}

// ToSides leads to the instances of one name side by side.
func ToSides(t *ral.Type, title string, instances []*ral.Instance) Route {
	return Route{Kind: RouteSides, Typ: t.Name, Name: title, Found: instances}
}

// ToFindings leads to what is odd about an instance, or to the providers where
// nothing is.
func ToFindings(inst *ral.Instance) Route {
	return Route{Kind: RouteFindings, Typ: inst.Type.Name, Provider: providerName(inst.Provider), Found: []*ral.Instance{inst}}
}

// ToDrift leads to what moved in an instance.
func ToDrift(was, now *ral.Instance) Route {
	return Route{Kind: RouteDrift, Typ: now.Type.Name, Found: []*ral.Instance{was, now}}
}

// ToFailures leads to why sources of a type did not list; from there the way goes on
// to the providers, the cursor on one of them.
func ToFailures(t *ral.Type, p *ral.Provider) Route {
	return Route{Kind: RouteFailures, Typ: t.Name, Provider: providerName(p)}
}

// ToField leads to why a field of a resource has its sign; found is nil where it was
// not read or where there are several.
func ToField(t *ral.Type, p *ral.Provider, found *ral.Instance, f model.Field) Route {
	r := Route{Kind: RouteField, Typ: t.Name, Provider: providerName(p), Field: &f}
	if found != nil {
		r.Found = []*ral.Instance{found}
	}
	return r
}

// ToDifference leads to the plan of declarations.
func ToDifference(decls []ral.Decl) Route {
	return Route{Kind: RouteDifference, Proposal: &Proposal{Decls: decls}}
}

// Instance is what was read of the resource, nil if nothing was. What was read
// before the modules were loaded again may be of a type that is gone.
func (r Route) Instance(t *ral.Type) *ral.Instance {
	if len(r.Found) == 0 || r.Found[0].Type != t {
		return nil
	}
	return r.Found[0]
}

// Maker makes the screen of a route. The type is that of the route, nil
// where it names none.
type Maker func(sh *Shared, t *ral.Type, r Route) Screen

// Make makes the screen of a route; nil when no type has that name any more, since
// the modules were loaded again.
func (sh *Shared) Make(r Route) Screen {
	var t *ral.Type
	if r.Typ != "" {
		if t = sh.Session.Env.Registry.Type(r.Typ); t == nil {
			return nil
		}
	}
	return sh.Makers[r.Kind](sh, t, r)
}

// Settle decides what a route to a type leads to: its instances; why it has no
// provider; or the question which one, where there is no list of all.
func (sh *Shared) Settle(r Route) Route {
	t := sh.Session.Env.Registry.Type(r.Typ)
	if r.Kind != RouteType || t == nil {
		return r
	}
	switch r.Kind = RouteInstances; {
	case sh.Listings.Of(t).Unsuitable():
		r.Kind = RouteProviders
	case t.NotListable != "":
		r.Kind = RouteAsk
	}
	return r
}

// Way is the route to a screen from the first one: the screens below it.
func (sh *Shared) Way(r Route) []Route {
	switch r.Kind {
	case RouteInstance:
		t := sh.Session.Env.Registry.Type(r.Typ)
		if t == nil {
			return []Route{r}
		}
		if r.Found == nil {
			r = ToInstance(t, r.Name, sh.Listings.Find(t, r.Provider, r.Name))
		}
		if t.NotListable != "" {
			return []Route{r}
		}
		return []Route{{Kind: RouteInstances, Typ: r.Typ, Found: r.Found}, r}
	case RouteRun:
		return []Route{{Kind: RouteHistory}, r}
	}
	return []Route{r}
}
