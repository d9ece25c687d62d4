package tui

import (
	"maps"
	"slices"
	"testing"
	"time"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/raltest/real"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// onEachRoute opens the screen of each route of the table, with content, on a
// terminal of 200 columns and 60 rows.
func onEachRoute(tb testing.TB, do func(kind kit.RouteKind, d *driver)) {
	tb.Helper()
	for _, kind := range slices.Sorted(maps.Keys(makers())) {
		if kind == kit.RouteApply {
			continue // it changes the host; its rows have a limit of their own
		}
		d := large(tb)
		d.app.width, d.app.height = 200, 60
		sh := d.app.sh
		typ := sh.Session.Env.Registry.Type("user")
		staged := sh.Basket.Draft(typ, "deploy", nil, nil)
		staged.Set("shell", "/bin/bash")
		r := kit.Route{Kind: kind, Typ: "user", Name: "deploy"}
		user := listedAs(tb, sh, typ, "deploy")
		switch kind {
		case kit.RouteInstances:
			r.Typ = "group" // with 100,000 instances
		case kit.RouteAsk:
			r.Typ = "file"
		case kit.RouteSides:
			r.Found = []*ral.Instance{user}
		case kit.RouteFindings:
			r.Found = []*ral.Instance{listedAs(tb, sh, typ, "alice")}
		case kit.RouteDrift:
			now := user.Clone()
			now.Set("shell", kittest.Value("/bin/zsh"))
			r.Found = []*ral.Instance{user, now}
		case kit.RouteFailures:
			r.Typ = "package"
			r.Provider = "gem"
		case kit.RouteField:
			r.Field = &draft.Field{Attr: typ.Attr("shell"), State: draft.Unreadable, Message: "permission denied"}
		case kit.RouteEdit:
			r = kit.ToEditor(staged)
		case kit.RouteDifference:
			r = kit.ToDifference(sh.Basket.WithDependencies(staged))
		case kit.RouteFacts:
			r.Name = ""
		case kit.RouteTypes, kit.RouteWelcome, kit.RouteJump, kit.RouteBasket, kit.RouteLog, kit.RouteHistory, kit.RouteRun, kit.RouteHosts, kit.RouteCompare:
			r = kit.Route{Kind: kind, Run: 1}
		}
		d.send(kit.PushMsg{Route: r})
		d.idle()
		if got := d.app.here().Kind; got != kind {
			tb.Fatalf("the screen is of %q, want %q", got, kind)
		}
		do(kind, d)
	}
}

// listedAs returns a listed instance.
func listedAs(tb testing.TB, sh *kit.Shared, typ *ral.Type, name string) *ral.Instance {
	tb.Helper()
	for _, e := range sh.Listings.Of(typ).Entries {
		if e.Instance.Name == name {
			return e.Instance
		}
	}
	tb.Fatalf("%s %s was not listed", typ.Name, name)
	return nil
}

// BenchmarkFrame draws every screen of the table of routes at 200x60.
func BenchmarkFrame(b *testing.B) {
	onEachRoute(b, func(kind kit.RouteKind, d *driver) {
		b.Run(string(kind), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d.app.frame()
			}
		})
	})
}

// A frame of any screen at 200x60 takes less than 4 ms of processor time, which
// does not depend on other programs.
func TestLimitFrameOfAnyScreen(t *testing.T) {
	real.Limits(t)
	const most = 4 * time.Millisecond
	onEachRoute(t, func(kind kit.RouteKind, d *driver) {
		const rounds = 50
		d.app.frame()
		began := real.CPU()
		for range rounds {
			d.app.frame()
		}
		each := (real.CPU() - began) / rounds
		t.Logf("%-12s %v", kind, each.Round(10*time.Microsecond))
		if each > most {
			t.Errorf("a frame of %s takes %v, at most %v", kind, each, most)
		}
	})
}
