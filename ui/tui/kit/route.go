package kit

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/model/undo"
	"ralsh/ral"
	"ralsh/ral/transaction"
)

// RouteKind is the kind of screen that a route leads to. Screens with a name in
// the jump palette have that name.
type RouteKind string

const (
	RouteTypes      RouteKind = "types"
	RouteType       RouteKind = "type" // the instances of a type; or why there are none, or a query for one
	RouteInstances  RouteKind = "instances"
	RouteAsk        RouteKind = "ask" // a query for an instance, of a type that cannot be listed
	RouteInstance   RouteKind = "instance"
	RouteSides      RouteKind = "side by side"
	RouteNew        RouteKind = "new" // the title of a new instance
	RouteEdit       RouteKind = "edit"
	RouteProviders  RouteKind = "providers"  // the providers of a type, and why
	RouteField      RouteKind = "field why"  // why a field has its sign
	RouteFindings   RouteKind = "findings"   // findings about an instance
	RouteDrift      RouteKind = "drift"      // the drift of an instance
	RouteFailures   RouteKind = "failures"   // failures of the sources of a type
	RouteDifference RouteKind = "difference" // a plan
	RouteApply      RouteKind = "apply"      // an apply and its result
	RouteRun        RouteKind = "run"        // a run of the journal, step by step
	RouteFacts      RouteKind = "facts"
	RouteHistory    RouteKind = "history"
	RouteLog        RouteKind = "log"
	RouteBasket     RouteKind = "basket"
	RouteJump       RouteKind = "jump"
	RouteHosts      RouteKind = "hosts"
	RouteCompare    RouteKind = "compare" // two hosts
	RouteHelp       RouteKind = "help"
	RouteWelcome    RouteKind = "welcome" // the lessons of a sample host
	RouteMenu       RouteKind = "menu"    // a question on top of a screen
	RouteQuit       RouteKind = "quit"    // whether to discard unsaved edits
)

// Route describes a screen as data. Screens send routes, and the root makes
// their screens.
type Route struct {
	Kind     RouteKind
	Typ      string // the name of a type
	Name     string // the title of a resource, or the name of a fact
	Provider string // "" for any
	Attr     string // the attribute to begin at
	Run      int    // the number of a run in the journal
	Named    bool   // the screen below already shows the name of the resource or type
	Over     bool   // the instances below were put on the stack without being shown
	Fresh    bool   // the route asks for a new instance

	// the following are not identified by a name
	Found    []*ral.Instance // the instances as read; for drift the previous and the current one
	Drafts   []*draft.Draft  // to be edited, several together
	Field    *draft.Field    // the field whose sign is to be explained
	Sides    [2]Side         // A and B of a comparison of hosts
	Proposal *Proposal
}

// Proposal is the input of a difference and of an apply.
type Proposal struct {
	Decls  []ral.Decl
	Gather func(context.Context) []ral.Decl // computes the declarations; nil if Decls are given
	Undo   *undo.Undo                       // the undo that this performs; nil for none
	After  *Outcome                         // the apply whose remaining steps this plans; nil for none
	Plan   *transaction.Plan                // the plan to apply
	// the plan that a different account confirmed; can be nil
	Handover *model.Handover
	// the plan of an apply whose result is outdated once this is applied; can
	// be nil
	Ends *transaction.Plan
}

// Outcome is a plan that was applied, and its report.
type Outcome struct {
	Plan   *transaction.Plan
	Report *transaction.Report
}

// Messages with which a screen opens another screen.
type (
	// PushMsg puts a screen on the stack.
	PushMsg struct{ Route Route }
	// MenuMsg puts a menu on the stack.
	MenuMsg struct{ Menu *Menu }
	// PopMsg removes n screens from the stack. The last screen stays.
	PopMsg struct{ N int }
	// ReplaceMsg replaces the top screen.
	ReplaceMsg struct{ Route Route }
	// SeekMsg moves the cursor of the list of types to a type.
	SeekMsg struct{ Typ string }
	// NavigateMsg opens a screen on top of the list of types, from any screen.
	NavigateMsg struct{ Route Route }
)

// LayerMsg is a message that may be for a layer. It then does not change the
// screen below.
type LayerMsg interface{ ForLayer() bool }

// Push opens a screen on top of this one.
func Push(r Route) tea.Cmd { return func() tea.Msg { return PushMsg{r} } }

// Replace opens a screen instead of this one.
func Replace(r Route) tea.Cmd { return func() tea.Msg { return ReplaceMsg{r} } }

// ShowMenu opens a menu on top.
func ShowMenu(m *Menu) tea.Cmd { return func() tea.Msg { return MenuMsg{m} } }

// Pop closes n screens.
func Pop(n int) tea.Cmd { return func() tea.Msg { return PopMsg{n} } }

// Back closes this screen.
func Back() tea.Cmd { return Pop(1) }

// providerName returns the name of a provider, or "" for nil.
func providerName(p *ral.Provider) string {
	if p == nil {
		return ""
	}
	return p.Name
}

// ToInstance returns the route to an instance, from a screen that shows the
// name of its type. found is nil if the instance was not read.
func ToInstance(t *ral.Type, title string, found *ral.Instance) Route {
	r := Route{Kind: RouteInstance, Typ: t.Name, Name: title, Named: true}
	if found != nil {
		r.Provider, r.Found = providerName(found.Provider), []*ral.Instance{found}
	}
	return r
}

// ToEditor returns the route to the editor of drafts, from a screen that does
// not show the name of their resource.
func ToEditor(drafts ...*draft.Draft) Route { return Route{Kind: RouteEdit, Drafts: drafts} }

// ToProviders returns the route to the providers of a type with the cursor on
// p, from a screen that shows the name of the type.
func ToProviders(t *ral.Type, p *ral.Provider) Route {
	return Route{Kind: RouteProviders, Typ: t.Name, Provider: providerName(p), Named: true}
}

// ToSides returns the route to instances with the same title, side by side.
func ToSides(t *ral.Type, title string, instances []*ral.Instance) Route {
	return Route{Kind: RouteSides, Typ: t.Name, Name: title, Found: instances}
}

// ToFindings returns the route to the findings about an instance, or to its
// providers without findings.
func ToFindings(inst *ral.Instance) Route {
	return Route{Kind: RouteFindings, Typ: inst.Type.Name, Provider: providerName(inst.Provider), Found: []*ral.Instance{inst}}
}

// ToDrift returns the route to the drift of an instance.
func ToDrift(was, now *ral.Instance) Route {
	return Route{Kind: RouteDrift, Typ: now.Type.Name, Found: []*ral.Instance{was, now}}
}

// ToFailures returns the route to why sources of a type did not list. From
// there the user can open the providers, with the cursor on p.
func ToFailures(t *ral.Type, p *ral.Provider) Route {
	return Route{Kind: RouteFailures, Typ: t.Name, Provider: providerName(p)}
}

// ToField returns the route to why a field of a resource has its sign. found is
// nil for an unread resource, and for several resources.
func ToField(t *ral.Type, p *ral.Provider, found *ral.Instance, f draft.Field) Route {
	r := Route{Kind: RouteField, Typ: t.Name, Provider: providerName(p), Field: &f}
	if found != nil {
		r.Found = []*ral.Instance{found}
	}
	return r
}

// ToDifference returns the route to the plan of declarations.
func ToDifference(decls []ral.Decl) Route {
	return Route{Kind: RouteDifference, Proposal: &Proposal{Decls: decls}}
}

// Instance returns the instance of the route, or nil. An instance that was read
// before the modules were reloaded may have a type that no longer exists.
func (r Route) Instance(t *ral.Type) *ral.Instance {
	if len(r.Found) == 0 || r.Found[0].Type != t {
		return nil
	}
	return r.Found[0]
}

// Maker makes the screen of a route. t is the type of the route, or nil if the
// route has no type.
type Maker func(sh *Shared, t *ral.Type, r Route) Screen

// Make makes the screen of a route. It returns nil if the type no longer exists
// because the modules were reloaded.
func (sh *Shared) Make(r Route) Screen {
	var t *ral.Type
	if r.Typ != "" {
		if t = sh.Session.Env.Registry.Type(r.Typ); t == nil {
			return nil
		}
	}
	return sh.Makers[r.Kind](sh, t, r)
}

// Settle resolves a route to a type: to its instances, to why it has no
// provider, or to a query for an instance if the type cannot be listed.
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

// Way returns the routes from the list of types to a screen, including the
// routes of the screens below it.
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
