package tui

import (
	"strings"
	"testing"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// A route opens its screen from any screen, together with the screens below it.
func TestRoutesLeadToTheirScreens(t *testing.T) {
	for _, test := range []struct {
		to     kit.Route
		crumbs string
	}{
		{kit.Route{Kind: kit.RouteType, Typ: "user"}, "types > user"},
		{kit.Route{Kind: kit.RouteType, Typ: "file"}, "types > file"},
		{kit.Route{Kind: kit.RouteInstances, Typ: "user"}, "types > user"},
		{kit.Route{Kind: kit.RouteInstance, Typ: "user", Name: "deploy", Named: true}, "types > user > deploy"},
		{kit.Route{Kind: kit.RouteInstance, Typ: "file", Name: "/etc/motd", Named: true}, "types > file > /etc/motd"},
		{kit.Route{Kind: kit.RouteProviders, Typ: "user"}, "types > user > providers"},
		{kit.Route{Kind: kit.RouteProviders, Typ: "user", Named: true}, "types > providers"},
		{kit.Route{Kind: kit.RouteFacts, Name: "os.name"}, "facts"},
		{kit.Route{Kind: kit.RouteRun, Run: 7}, "history > run 7"},
		{kit.Route{Kind: kit.RouteBasket}, "basket"},
		{kit.Route{Kind: kit.RouteLog}, "log"},
		{kit.Route{Kind: kit.RouteHosts}, "hosts"},
		{kit.ToCompare(kit.Side{Name: "web1"}, kit.Side{Name: "web1"}), "types > compare"},
		{kit.Route{Kind: kit.RouteWelcome}, "types > welcome"},
	} {
		t.Run(string(test.to.Kind)+" "+test.to.Typ+test.to.Name, func(t *testing.T) {
			d, _ := drive(t, 120, 36, Options{})
			d.press("down down enter : esc L")
			d.send(kit.NavigateMsg{Route: test.to})
			if got := strings.Join(strings.Fields(d.app.title()), " "); got != test.crumbs {
				t.Errorf("it leads to %q, want %q", got, test.crumbs)
			}
			if kind := test.to.Kind; kind != kit.RouteType && d.app.here().Kind != kind {
				t.Errorf("the screen is of %q", d.app.here().Kind)
			}
		})
	}
}

// A type can disappear when the modules are reloaded. A route to it opens
// nothing and reports this.
func TestRouteToATypeThatIsGone(t *testing.T) {
	for _, kind := range []kit.RouteKind{kit.RouteType, kit.RouteInstances, kit.RouteInstance, kit.RouteProviders, kit.RouteNew, kit.RouteAsk} {
		d, _ := drive(t, 80, 24, Options{})
		d.press("enter")
		before := len(d.app.stack)
		d.run(kit.Push(kit.Route{Kind: kind, Typ: "gone", Name: "x"}))
		d.idle()
		d.says("x unknown type \"gone\"")
		d.run(kit.Replace(kit.Route{Kind: kind, Typ: "gone", Name: "x"}))
		d.idle()
		if len(d.app.stack) != before {
			t.Errorf("%s: %d screens, want %d", kind, len(d.app.stack), before)
		}
		d.send(kit.NavigateMsg{Route: kit.Route{Kind: kind, Typ: "gone", Name: "x"}})
		d.says("unknown type \"gone\"")
	}
}

// A recent instance is opened with its provider, although the palette shows only
// its name.
func TestBackToTheInstanceOfAProvider(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Put("/var/apt", "rake:1\n", 0o644)
	fake.Put("/var/gem", "rake:2\n", 0o644)
	for _, row := range []string{"", "down "} {
		d := driveOn(t, session, 120, 36, Options{})
		d.idle()
		d.press("down down enter " + row + "enter")
		was := d.app.here()
		d.press("esc esc : enter")
		if now := d.app.here(); now.Name != "rake" || now.Provider != was.Provider || was.Provider == "" {
			t.Errorf("it is %s of %q, want that of %q", now.Name, now.Provider, was.Provider)
		}
		if len(d.app.stack) != 3 {
			t.Error("the list is not below it")
		}
		d.press("esc enter")
		if now := d.app.here(); now.Provider != was.Provider {
			t.Errorf("the cursor of the list is on that of %q", now.Provider)
		}
	}
}
