package tui

import (
	"ralsh/ral"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/screens/basketlist"
	"ralsh/ui/tui/screens/change"
	"ralsh/ui/tui/screens/edit"
	"ralsh/ui/tui/screens/eventlog"
	"ralsh/ui/tui/screens/facttree"
	"ralsh/ui/tui/screens/help"
	"ralsh/ui/tui/screens/history"
	"ralsh/ui/tui/screens/hostdiff"
	"ralsh/ui/tui/screens/hosts"
	"ralsh/ui/tui/screens/instance"
	"ralsh/ui/tui/screens/instancelist"
	"ralsh/ui/tui/screens/jump"
	"ralsh/ui/tui/screens/sidebyside"
	"ralsh/ui/tui/screens/typelist"
	"ralsh/ui/tui/screens/welcome"
	"ralsh/ui/tui/screens/why"
)

// makers returns the table of all screens that routes lead to.
func makers() map[kit.RouteKind]kit.Maker {
	return map[kit.RouteKind]kit.Maker{
		kit.RouteTypes: func(sh *kit.Shared, _ *ral.Type, _ kit.Route) kit.Screen { return typelist.New(sh) },
		kit.RouteInstances: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen {
			return instancelist.New(sh, t, r.Instance(t))
		},
		kit.RouteAsk:      func(sh *kit.Shared, t *ral.Type, _ kit.Route) kit.Screen { return instancelist.NewAsk(sh, t) },
		kit.RouteInstance: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen { return instance.New(sh, t, r) },
		kit.RouteSides: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen {
			return sidebyside.New(sh, t, r.Name, r.Found)
		},
		kit.RouteNew:       func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen { return edit.NewName(sh, t, r.Over) },
		kit.RouteEdit:      func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return edit.New(sh, r) },
		kit.RouteProviders: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen { return why.New(sh, t, r) },
		kit.RouteField: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen {
			return orProviders(edit.NewFieldWhy(sh, t, r), sh, t, r)
		},
		kit.RouteFindings: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen {
			return orProviders(why.NewFindings(sh, r.Found[0]), sh, t, r)
		},
		kit.RouteDrift: func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen {
			return instancelist.NewDrift(sh, r.Found[0], r.Found[1])
		},
		kit.RouteFailures: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen {
			return instancelist.NewFailures(sh, sh.Listings.Of(t), t.Provider(r.Provider))
		},
		kit.RouteDifference: func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen {
			return change.NewDifference(sh, *r.Proposal)
		},
		kit.RouteApply:   func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return change.NewApply(sh, *r.Proposal) },
		kit.RouteRun:     func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return history.NewRun(sh, r.Run) },
		kit.RouteFacts:   func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return facttree.New(sh, r.Name) },
		kit.RouteHistory: func(sh *kit.Shared, _ *ral.Type, _ kit.Route) kit.Screen { return history.New(sh) },
		kit.RouteLog:     func(sh *kit.Shared, _ *ral.Type, _ kit.Route) kit.Screen { return eventlog.New(sh) },
		kit.RouteBasket:  func(sh *kit.Shared, _ *ral.Type, _ kit.Route) kit.Screen { return basketlist.New(sh) },
		kit.RouteHosts:   func(sh *kit.Shared, _ *ral.Type, _ kit.Route) kit.Screen { return hosts.New(sh) },
		kit.RouteCompare: func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return hostdiff.New(sh, r.Sides) },
		kit.RouteJump:    func(sh *kit.Shared, _ *ral.Type, _ kit.Route) kit.Screen { return jump.New(sh) },
		kit.RouteWelcome: func(sh *kit.Shared, _ *ral.Type, _ kit.Route) kit.Screen { return welcome.New(sh) },
	}
}

// namedScreens returns the screens with a name. A key of that name opens them
// from every screen, the jump palette finds them, and they are recorded as
// recent.
func namedScreens() []kit.RouteKind {
	return []kit.RouteKind{kit.RouteFacts, kit.RouteHistory, kit.RouteLog, kit.RouteBasket, kit.RouteHosts}
}

// help makes the help of a screen. It needs the root, which knows why a key is
// unavailable.
func (a *app) help(of kit.Screen) kit.Screen {
	return help.New(a.sh, of, a.crumbs(len(a.stack)), a.unavailable)
}

// orProviders returns a menu that explains something, or the providers of the
// type without an explanation.
func orProviders(m *kit.Menu, sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen {
	if m != nil {
		return m
	}
	return why.New(sh, t, kit.ToProviders(t, t.Provider(r.Provider)))
}
