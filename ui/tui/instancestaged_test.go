package tui

import (
	"regexp"
	"testing"
)

// An instance shows its edits, with the signs of the changes.
func TestInstanceShowsWhatIsStaged(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down down down down down enter down enter")
	typ, err := d.app.sh.Session.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	found := d.app.sh.Listings.Find(typ, "", "deploy")
	draft := d.app.sh.Basket.Draft(typ, "deploy", found.Provider, found)
	for _, c := range []struct{ attr, text, want string }{
		{"shell", "/bin/bash", `~ shell +/bin/sh → /bin/bash +/etc/passwd:2`},
		{"password", "$y$secret", `~ password +\[redacted\] → \[redacted\]`},
		{"ensure", "absent", `- ensure +present → absent`},
	} {
		draft.Set(c.attr, c.text)
		if !regexp.MustCompile(c.want).MatchString(d.screen()) {
			t.Errorf("no %s in\n%s", c.want, d.screen())
		}
		draft.Undo(c.attr)
	}
}

// An invalid edit is marked everywhere: at its property on the instance, in the
// list of instances and next to it.
func TestAnInvalidDraftIsMarkedEverywhere(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down down down down enter enter")
	typ, err := d.app.sh.Session.Type("service")
	if err != nil {
		t.Fatal(err)
	}
	at := d.app.here()
	found := d.app.sh.Listings.Find(typ, "", at.Name)
	draft := d.app.sh.Basket.Draft(typ, at.Name, found.Provider, found)
	draft.Set("enable", "perhaps")
	draft.Set("ensure", "else")
	d.press("j")
	d.idle()
	text := func(wants ...string) {
		for _, want := range wants {
			if !regexp.MustCompile(want).MatchString(d.screen()) {
				t.Errorf("no %s in\n%s", want, d.screen())
			}
		}
	}
	text(`! enable .*perhaps`)
	d.press("esc")
	d.idle()
	text(`! `+at.Name, `! +enable .*perhaps`)
}
