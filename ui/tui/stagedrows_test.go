package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ui/tui/kit"
)

// A staged resource that does not exist is a row of the list of its type, in
// its place in the order.
func TestWhatIsStagedAndNotThereIsARow(t *testing.T) {
	d, _ := drive(t, 120, 30, Options{})
	d.press("down enter n")
	d.typed("mail")
	d.press("enter enter")
	d.typed("8")
	d.press("enter esc esc j")
	d.says("> + mail ", "basket 1", "2 of 3", "+ ensure     present", "Not created yet")
	rows := strings.Split(d.screen(), "\n")
	at := func(name string) int {
		return slices.IndexFunc(rows, func(row string) bool {
			return strings.Contains(row, "  "+name+"  ") || strings.Contains(row, "+ "+name+" ")
		})
	}
	if !(at("deploy") < at("mail") && at("mail") < at("root")) {
		t.Errorf("it is not in order:\n%s", d.screen())
	}
	d.press("/")
	d.typed("8")
	d.says("mail")
	d.press("enter")
	for _, c := range []struct{ keys, want string }{
		{"enter", "mail › edit"},
		{"e", "mail › edit"},
		{"-", "not created yet; u in the basket (b) removes its draft"},
		{"v", "does not exist on this host yet"},
		{"w", "providers"},
		{"y", "Puppet code"},
	} {
		d.press(c.keys)
		d.says(c.want)
		for d.app.here().Kind != kit.RouteInstances {
			d.press("esc")
		}
		d.says("> + mail")
	}
	d.press("esc b u esc")
	d.says("deploy", "root")
	d.lacks("mail")
}

// Whether a draft is a row of the list depends on what is known to exist.
func TestWhichDraftsAreRows(t *testing.T) {
	for _, test := range []struct {
		name, typ, title string
		draft            func(d *draft.Draft)
		row              bool
	}{
		{"nothing is wanted", "group", "mail", func(*draft.Draft) {}, false},
		{"never read", "group", "mail", func(d *draft.Draft) { d.Set("gid", "8") }, true},
		{"read, and absent", "group", "mail", func(d *draft.Draft) { d.Found = ral.AbsentInstance(d.Type, "mail"); d.Set("ensure", "present") }, true},
		{"it could not be read", "group", "mail", func(d *draft.Draft) { d.Unread = "no"; d.Set("gid", "8") }, false},
		{"it is to be absent", "group", "mail", func(d *draft.Draft) { d.Set("ensure", "absent") }, false},
		{"it is listed", "group", "root", func(d *draft.Draft) { d.Set("gid", "8") }, false},
		{"of another type", "user", "mail", func(d *draft.Draft) { d.Set("uid", "8") }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, _ := drive(t, 80, 24, Options{})
			typ, err := d.app.sh.Session.Type(test.typ)
			if err != nil {
				t.Fatal(err)
			}
			test.draft(d.app.sh.Basket.Draft(typ, test.title, nil, nil))
			d.press("down enter")
			if got := strings.Contains(d.screen(), " mail   "); got != test.row {
				t.Errorf("a row: %v\n%s", got, d.screen())
			}
			if strings.Count(d.screen(), " root    ") != 1 || strings.Contains(d.screen(), "+ root") {
				t.Errorf("root is not there once:\n%s", d.screen())
			}
		})
	}
}

// A staged row is replaced by the real one once it is created, and the cursor
// stays on it.
func TestAStagedRowBecomesTheRealOne(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	typ, err := d.app.sh.Session.Type("group")
	if err != nil {
		t.Fatal(err)
	}
	draft := d.app.sh.Basket.Draft(typ, "mail", nil, nil)
	draft.Set("gid", "8")
	d.press("down enter j")
	d.says("> + mail")
	fake.Put("/etc/group", "deploy:present:1000\nmail:present:9\nroot:present:0\n", 0o644)
	d.pass(11 * time.Second)
	d.press("r")
	d.says("> ^ mail                  9 ")
	if strings.Count(d.screen(), "mail  ") != 1 {
		t.Errorf("it is there twice:\n%s", d.screen())
	}
	fake.Put("/etc/group", "deploy:present:1000\nroot:present:0\n", 0o644)
	d.press("r g j")
	d.says("> + mail")
	fake.Put("/etc/group", "deploy:present:1000\nmail:present:8\nroot:present:0\n", 0o644)
	d.app.sh.Basket.MarkApplied(draft.Decl())
	d.send(kit.ChangedMsg{})
	d.idle()
	d.says(">   mail                  8 ")
}

// The only row of a list can be a staged one, until it is applied.
func TestAStagedRowWasTheOnlyOne(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	fake.Put("/etc/group", "", 0o644)
	d.press("down r enter")
	typ, err := d.app.sh.Session.Type("group")
	if err != nil {
		t.Fatal(err)
	}
	draft := d.app.sh.Basket.Draft(typ, "mail", nil, nil)
	draft.Set("gid", "8")
	d.send(kit.DraftedMsg{})
	d.idle()
	d.says("> + mail")
	fake.Put("/etc/group", "mail:present:8\n", 0o644)
	d.app.sh.Basket.MarkApplied(draft.Decl())
	d.send(kit.ChangedMsg{})
	d.idle()
	d.says(">   mail                  8 ")
}

// Of several selected rows the existing ones are removed. A secret is not
// shown.
func TestStagedRowsAmongChosenOnes(t *testing.T) {
	d, _ := drive(t, 120, 30, Options{})
	typ, err := d.app.sh.Session.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	draft := d.app.sh.Basket.Draft(typ, "bob", nil, nil)
	draft.Set("ensure", "present")
	draft.Set("password", "$y$hidden")
	d.press("down down down down down enter j")
	d.says("> + bob", "[redacted]")
	d.lacks("$y$")
	d.press("space space")
	texts, _ := d.app.top().(kit.Textual).AsText()
	if len(texts) != 2 || texts[0] == draft || texts[0].Ref() != draft.Ref() || texts[1].Title != "deploy" {
		t.Errorf("as text: %v", texts)
	}
	d.press("-")
	d.says("difference", "deploy")
	for title, want := range map[string]string{"bob": "present", "deploy": "absent"} {
		if text, _ := d.app.sh.Basket.Find(typ, title, nil).Text("ensure"); text != want {
			t.Errorf("%s is to be %s", title, text)
		}
	}
}
