package tui

import (
	"maps"
	"slices"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/raltest/real"
)

// onEachRoute shows the screen of each route of the table, with something on it, on a
// terminal of 200 columns and 60 rows.
func onEachRoute(tb testing.TB, do func(kind routeKind, d *driver)) {
	tb.Helper()
	for _, kind := range slices.Sorted(maps.Keys(makers())) {
		if kind == routeApply {
			continue // it changes the host; its rows have a limit of their own
		}
		d := large(tb)
		d.app.width, d.app.height = 200, 60
		sh := d.app.sh
		typ := sh.session.Env.Registry.Type("user")
		draft := sh.basket.Draft(typ, "deploy", nil, nil)
		draft.Set("shell", "/bin/bash")
		r := route{kind: kind, typ: "user", name: "deploy"}
		user := listedAs(tb, sh, typ, "deploy")
		switch kind {
		case routeInstances:
			r.typ = "group" // of which there are 100,000
		case routeAsk:
			r.typ = "file"
		case routeSides:
			r.found = []*ral.Instance{user}
		case routeFindings:
			r.found = []*ral.Instance{listedAs(tb, sh, typ, "alice")}
		case routeDrift:
			now := user.Clone()
			now.Set("shell", valueOf("/bin/zsh"))
			r.found = []*ral.Instance{user, now}
		case routeFailures:
			r.typ = "package"
			r.provider = "gem"
		case routeField:
			r.field = &model.Field{Attr: typ.Attr("shell"), State: model.Unreadable, Message: "permission denied"}
		case routeEdit:
			r = toEditor(draft)
		case routeDifference:
			r = toDifference(sh.basket.WithDependencies(draft))
		case routeFacts:
			r.name = ""
		case routeTypes, routeWelcome, routeJump, routeBasket, routeLog, routeHistory, routeRun:
			r = route{kind: kind, run: 1}
		}
		d.send(pushMsg{r})
		d.idle()
		if got := d.app.here().kind; got != kind {
			tb.Fatalf("the screen is of %q, want %q", got, kind)
		}
		do(kind, d)
	}
}

// listedAs is an instance as it was listed.
func listedAs(tb testing.TB, sh *shared, typ *ral.Type, name string) *ral.Instance {
	tb.Helper()
	for _, e := range sh.listings.Of(typ).Entries {
		if e.Instance.Name == name {
			return e.Instance
		}
	}
	tb.Fatalf("%s %s was not listed", typ.Name, name)
	return nil
}

// BenchmarkFrame draws every screen of the table of routes at 200x60.
func BenchmarkFrame(b *testing.B) {
	onEachRoute(b, func(kind routeKind, d *driver) {
		b.Run(string(kind), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d.app.frame()
			}
		})
	})
}

// A frame of any screen at 200x60 takes less than 4 ms: the processor's time, so that
// what else runs on the machine is not judged.
func TestFrameOfAnyScreen(t *testing.T) {
	real.Limits(t)
	const most = 4 * time.Millisecond
	onEachRoute(t, func(kind routeKind, d *driver) {
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
