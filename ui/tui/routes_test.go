package tui

import (
	"strings"
	"testing"
)

// A route leads to its screen from wherever one is, over the screens that are below
// it.
func TestRoutesLeadToTheirScreens(t *testing.T) {
	for _, test := range []struct {
		to     route
		crumbs string
	}{
		{route{kind: routeType, typ: "user"}, "types > user"},
		{route{kind: routeType, typ: "file"}, "types > file"},
		{route{kind: routeInstances, typ: "user"}, "types > user"},
		{route{kind: routeInstance, typ: "user", name: "deploy", named: true}, "types > user > deploy"},
		{route{kind: routeInstance, typ: "file", name: "/etc/motd", named: true}, "types > file > /etc/motd"},
		{route{kind: routeProviders, typ: "user"}, "types > user > providers and why"},
		{route{kind: routeProviders, typ: "user", named: true}, "types > providers and why"},
		{route{kind: routeFacts, name: "os.name"}, "facts"},
		{route{kind: routeRun, run: 7}, "history > run 7"},
		{route{kind: routeBasket}, "basket"},
		{route{kind: routeLog}, "log"},
		{route{kind: routeWelcome}, "types > welcome"},
	} {
		t.Run(string(test.to.kind)+" "+test.to.typ+test.to.name, func(t *testing.T) {
			d, _ := drive(t, 120, 36, Options{})
			d.press("down down enter : esc L")
			d.send(navigateMsg{test.to})
			if got := strings.Join(strings.Fields(d.app.title()), " "); got != test.crumbs {
				t.Errorf("it leads to %q, want %q", got, test.crumbs)
			}
			if kind := test.to.kind; kind != routeType && d.app.here().kind != kind {
				t.Errorf("the screen is of %q", d.app.here().kind)
			}
		})
	}
}

// A type can be gone once the modules were loaded again: a route to it leads nowhere
// and says so.
func TestRouteToATypeThatIsGone(t *testing.T) {
	for _, kind := range []routeKind{routeType, routeInstances, routeInstance, routeProviders, routeNew, routeAsk} {
		d, _ := drive(t, 80, 24, Options{})
		d.press("enter")
		before := len(d.app.stack)
		d.run(push(route{kind: kind, typ: "gone", name: "x"}))
		d.idle()
		d.says("x no type is called gone any more")
		d.run(replace(route{kind: kind, typ: "gone", name: "x"}))
		d.idle()
		if len(d.app.stack) != before {
			t.Errorf("%s: %d screens, want %d", kind, len(d.app.stack), before)
		}
		d.send(navigateMsg{route{kind: kind, typ: "gone", name: "x"}})
		d.says("no type is called gone any more")
	}
}

// One comes back to the instance of the provider where one was, though it is known
// by its name alone.
func TestBackToTheInstanceOfAProvider(t *testing.T) {
	session, fake := fixture(t)
	fake.Put("/var/apt", "rake:1\n", 0o644)
	fake.Put("/var/gem", "rake:2\n", 0o644)
	for _, row := range []string{"", "down "} {
		d := driveOn(t, session, 120, 36, Options{})
		d.idle()
		d.press("down down enter " + row + "enter")
		was := d.app.here()
		d.press("esc esc : enter")
		if now := d.app.here(); now.name != "rake" || now.provider != was.provider || was.provider == "" {
			t.Errorf("it is %s of %q, want that of %q", now.name, now.provider, was.provider)
		}
		if len(d.app.stack) != 3 {
			t.Error("the list is not below it")
		}
		d.press("esc enter")
		if now := d.app.here(); now.provider != was.provider {
			t.Errorf("the cursor of the list is on that of %q", now.provider)
		}
	}
}
