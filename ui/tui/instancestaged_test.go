package tui

import (
	"regexp"
	"testing"
)

// An instance says what is staged for it, with the sign of what would be done.
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
