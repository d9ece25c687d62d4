package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
)

// routeKind is the screen that a route leads to. A screen that is known by a name
// has that name.
type routeKind string

const (
	routeTypes      routeKind = "types"
	routeType       routeKind = "type" // the instances of a type; where there can be none, why, or the question which one
	routeInstances  routeKind = "instances"
	routeAsk        routeKind = "ask" // which instance, of a type that cannot be listed
	routeInstance   routeKind = "instance"
	routeSides      routeKind = "side by side"
	routeNew        routeKind = "new" // the name of a new instance
	routeEdit       routeKind = "edit"
	routeProviders  routeKind = "providers"  // of a type, and why
	routeField      routeKind = "field why"  // why a field has its sign
	routeFindings   routeKind = "findings"   // about an instance
	routeDrift      routeKind = "drift"      // what moved in an instance
	routeFailures   routeKind = "failures"   // of the sources of a type
	routeDifference routeKind = "difference" // a plan
	routeApply      routeKind = "apply"      // and what came of it
	routeRun        routeKind = "run"        // of the journal, step by step
	routeFacts      routeKind = "facts"
	routeHistory    routeKind = "history"
	routeLog        routeKind = "log"
	routeBasket     routeKind = "basket"
	routeJump       routeKind = "jump"
	routeHelp       routeKind = "help"
	routeWelcome    routeKind = "welcome" // the lessons of a sample host
	routeMenu       routeKind = "menu"    // a question on top of a screen
	routeQuit       routeKind = "quit"    // whether to lose what was typed
)

// route is where a screen leads, as data: screens send routes, and the root makes
// of them the screens.
type route struct {
	kind     routeKind
	typ      string // the name of a type
	name     string // the title of a resource, or the name of a fact
	provider string // "" for any
	attr     string // the attribute to begin at
	run      int    // the number of a run in the journal
	named    bool   // the screen below names already what this one is about
	over     bool   // the instances were put below on the way, and were not seen
	fresh    bool   // a new instance is asked for

	// What no name stands for.
	found    []*ral.Instance // as they were read; of a drift what it was and what it is
	drafts   []*model.Draft  // to be edited, several in one sheet
	field    *model.Field    // whose sign is to be explained
	proposal *proposal
}

// proposal is what a difference plans, and what an apply carries out.
type proposal struct {
	decls  []ral.Decl
	gather func(context.Context) []ral.Decl // finds out what is to be planned, nil when decls say it
	undo   *model.Undo                      // what this takes back, nil for nothing
	after  *outcome                         // the apply of which this plans what is left, nil for none
	plan   *transaction.Plan                // what an apply carries out
	// ends is the plan of an apply whose result is not so any more once this is
	// applied, nil for none.
	ends *transaction.Plan
}

// outcome is a plan that was applied, and what came of it.
type outcome struct {
	plan   *transaction.Plan
	report *transaction.Report
}

// Messages by which a screen leads to another one.
type (
	// pushMsg puts a screen on the stack.
	pushMsg struct{ route route }
	// menuMsg puts a menu on the stack.
	menuMsg struct{ menu *menu }
	// popMsg takes n screens off the stack, at least one stays.
	popMsg struct{ n int }
	// replaceMsg puts a screen in the place of the top one.
	replaceMsg struct{ route route }
	// seekMsg puts the cursor of the list of types on one of them.
	seekMsg struct{ typ string }
	// navigateMsg leads to a screen on top of the types, wherever one is.
	navigateMsg struct{ route route }
)

// layerMsg is a message for a layer, which changes nothing of what lies below it.
type layerMsg interface{ forLayer() }

func push(r route) tea.Cmd { return func() tea.Msg { return pushMsg{r} } }

func replace(r route) tea.Cmd { return func() tea.Msg { return replaceMsg{r} } }

func showMenu(m *menu) tea.Cmd { return func() tea.Msg { return menuMsg{m} } }

func pop(n int) tea.Cmd { return func() tea.Msg { return popMsg{n} } }

func back() tea.Cmd { return pop(1) }

// providerName is that of a provider, "" for none.
func providerName(p *ral.Provider) string {
	if p == nil {
		return ""
	}
	return p.Name
}

// toInstance leads to an instance, which the screen below names the type of; found
// is nil where it was not read.
func toInstance(t *ral.Type, title string, found *ral.Instance) route {
	r := route{kind: routeInstance, typ: t.Name, name: title, named: true}
	if found != nil {
		r.provider, r.found = providerName(found.Provider), []*ral.Instance{found}
	}
	return r
}

// toEditor leads to the editor of drafts, from a screen that does not name their
// resource.
func toEditor(drafts ...*model.Draft) route { return route{kind: routeEdit, drafts: drafts} }

// toProviders leads to the providers of a type, the cursor on one of them, from a
// screen that names the type.
func toProviders(t *ral.Type, p *ral.Provider) route {
	return route{kind: routeProviders, typ: t.Name, provider: providerName(p), named: true}
}

// toSides leads to the instances of one name side by side.
func toSides(t *ral.Type, title string, instances []*ral.Instance) route {
	return route{kind: routeSides, typ: t.Name, name: title, found: instances}
}

// toFindings leads to what is odd about an instance, or to the providers where
// nothing is.
func toFindings(inst *ral.Instance) route {
	return route{kind: routeFindings, typ: inst.Type.Name, provider: providerName(inst.Provider), found: []*ral.Instance{inst}}
}

// toDrift leads to what moved in an instance.
func toDrift(was, now *ral.Instance) route {
	return route{kind: routeDrift, typ: now.Type.Name, found: []*ral.Instance{was, now}}
}

// toFailures leads to why sources of a type did not list; from there the way goes on
// to the providers, the cursor on one of them.
func toFailures(t *ral.Type, p *ral.Provider) route {
	return route{kind: routeFailures, typ: t.Name, provider: providerName(p)}
}

// toField leads to why a field of a resource has its sign; found is nil where it was
// not read or where there are several.
func toField(t *ral.Type, p *ral.Provider, found *ral.Instance, f model.Field) route {
	r := route{kind: routeField, typ: t.Name, provider: providerName(p), field: &f}
	if found != nil {
		r.found = []*ral.Instance{found}
	}
	return r
}

// toDifference leads to the plan of declarations.
func toDifference(decls []ral.Decl) route {
	return route{kind: routeDifference, proposal: &proposal{decls: decls}}
}

// instance is what was read of the resource, nil if nothing was. What was read
// before the modules were loaded again may be of a type that is gone.
func (r route) instance(t *ral.Type) *ral.Instance {
	if len(r.found) == 0 || r.found[0].Type != t {
		return nil
	}
	return r.found[0]
}
