package tui

import "ralsh/ral"

// maker makes the screen of a route. The type is the one that the route names, nil
// where it names none.
type maker func(sh *shared, t *ral.Type, r route) screen

// makers is the table of all screens to which a route leads.
func makers() map[routeKind]maker {
	return map[routeKind]maker{
		routeTypes:     func(sh *shared, _ *ral.Type, _ route) screen { return newTypes(sh) },
		routeInstances: func(sh *shared, t *ral.Type, r route) screen { return newInstances(sh, t, r.instance(t)) },
		routeAsk:       func(sh *shared, t *ral.Type, _ route) screen { return newAsk(sh, t) },
		routeInstance:  func(sh *shared, t *ral.Type, r route) screen { return newInstance(sh, t, r) },
		routeSides:     func(sh *shared, t *ral.Type, r route) screen { return newSides(sh, t, r.name, r.found) },
		routeNew:       func(sh *shared, t *ral.Type, r route) screen { return newNew(sh, t, r.over) },
		routeEdit:      func(sh *shared, _ *ral.Type, r route) screen { return newEditor(sh, r) },
		routeProviders: func(sh *shared, t *ral.Type, r route) screen { return newWhy(sh, t, r) },
		routeField: func(sh *shared, t *ral.Type, r route) screen {
			return orProviders(newFieldWhy(sh, t, r), sh, t, r)
		},
		routeFindings: func(sh *shared, t *ral.Type, r route) screen {
			return orProviders(newFindings(sh, r.found[0]), sh, t, r)
		},
		routeDrift: func(sh *shared, _ *ral.Type, r route) screen { return newMovedWhy(sh, r.found[0], r.found[1]) },
		routeFailures: func(sh *shared, t *ral.Type, r route) screen {
			return newFailures(sh, sh.listings.Of(t), t.Provider(r.provider))
		},
		routeDifference: func(sh *shared, _ *ral.Type, r route) screen { return newDifference(sh, *r.proposal) },
		routeApply:      func(sh *shared, _ *ral.Type, r route) screen { return newApply(sh, *r.proposal) },
		routeRun:        func(sh *shared, _ *ral.Type, r route) screen { return newPastSteps(sh, r.run) },
		routeFacts:      func(sh *shared, _ *ral.Type, r route) screen { return newFacts(sh, r.name) },
		routeHistory:    func(sh *shared, _ *ral.Type, _ route) screen { return newPastRuns(sh) },
		routeLog:        func(sh *shared, _ *ral.Type, _ route) screen { return newLog(sh) },
		routeBasket:     func(sh *shared, _ *ral.Type, _ route) screen { return newBasketList(sh) },
		routeJump:       func(sh *shared, _ *ral.Type, _ route) screen { return newJump(sh) },
		routeWelcome:    func(sh *shared, _ *ral.Type, _ route) screen { return newWelcome(sh) },
	}
}

// help makes the help of a screen, which asks the root what does not work there now: no
// route could say that.
func (a *app) help(of screen) screen {
	return newHelp(a.sh, of, a.crumbs(len(a.stack)), a.unavailable)
}

// orProviders is a menu that explains something, or the providers of the type where
// there is nothing to explain.
func orProviders(m *menu, sh *shared, t *ral.Type, r route) screen {
	if m != nil {
		return m
	}
	return newWhy(sh, t, toProviders(t, t.Provider(r.provider)))
}

// screen makes the screen of a route; nil when no type has that name any more, since
// the modules were loaded again.
func (sh *shared) screen(r route) screen {
	var t *ral.Type
	if r.typ != "" {
		if t = sh.session.Env.Registry.Type(r.typ); t == nil {
			return nil
		}
	}
	return sh.makers[r.kind](sh, t, r)
}

// settle decides what a route to a type leads to: its instances; why it has no
// provider; or the question which one, where there is no list of all.
func (sh *shared) settle(r route) route {
	t := sh.session.Env.Registry.Type(r.typ)
	if r.kind != routeType || t == nil {
		return r
	}
	switch r.kind = routeInstances; {
	case sh.listings.Of(t).Unsuitable():
		r.kind = routeProviders
	case t.NotListable != "":
		r.kind = routeAsk
	}
	return r
}

// way is the route to a screen from the first one: the screens on top of which it is.
func (sh *shared) way(r route) []route {
	switch r.kind {
	case routeInstance:
		t := sh.session.Env.Registry.Type(r.typ)
		if t == nil {
			return []route{r}
		}
		if r.found == nil {
			r = toInstance(t, r.name, sh.listings.Find(t, r.provider, r.name))
		}
		if t.NotListable != "" {
			return []route{r}
		}
		return []route{{kind: routeInstances, typ: r.typ, found: r.found}, r}
	case routeRun:
		return []route{{kind: routeHistory}, r}
	}
	return []route{r}
}
