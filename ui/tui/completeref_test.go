package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
)

// A reference is completed with the types, then with the titles of a type,
// which is listed if needed. Each element of a list is completed separately.
func TestReferencesComplete(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down down down down down enter enter e end up up up")
	d.says(">   require")
	typed := func(text string) {
		d.typed(text)
		d.pass(time.Second)
	}
	typed("use")
	d.says("existing", " User[")
	d.press("tab")
	d.pass(time.Second)
	d.says("[User[ ", "User[alice]", "User[deploy]", "User[root]")
	typed("al")
	d.press("tab")
	d.says("User[alice]")
	d.lacks("existing")
	typed(", group[d")
	d.says("existing", "User[alice], Group[deploy]")
	d.press("tab")
	d.says("Group[deploy]", " given")
	d.lacks("invalid")
}

// A listing that a field starts is completed, whether typing, a paste or enter
// opened the field.
func TestAFieldsListingEnds(t *testing.T) {
	for _, how := range []string{"typed", "pasted", "entered"} {
		d, _ := drive(t, 120, 36, Options{})
		d.press("down down down down down enter enter e")
		d.press("down down") // gid, which references a group
		d.says(">   gid")
		group := d.app.sh.Listings.Of(d.app.sh.Session.Env.Registry.Type("group"))
		d.app.sh.Listings.Expire()
		switch how {
		case "typed":
			d.typed("w")
		case "pasted":
			d.send(tea.PasteMsg{Content: "w"})
			d.idle()
		case "entered":
			d.press("enter")
		}
		d.pass(time.Second)
		if group.Busy() || group.Stage != listings.StageDone {
			t.Errorf("%s: the groups are at stage %d", how, group.Stage)
		}
	}
}
