package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/standard"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// Instances with hostile names can be opened, edited, shown as a command and
// copied, and their edits are kept.
func TestHostileNamesAreWorkedOn(t *testing.T) {
	t.Parallel()
	d := hostile(t)
	d.press("down down down down down enter")
	for range 12 {
		for _, keys := range []string{"enter", "z z w esc c esc y esc", "e j enter x esc", "esc", "esc", "down"} {
			d.press(keys)
			for _, size := range [][2]int{{20, 5}, {40, 10}, {80, 24}, {120, 36}} {
				kittest.Inside(t, keys, d.draw(frame.Mode{}, size[0], size[1]), size[0], size[1])
			}
		}
		if d.quit || !strings.HasPrefix(d.screen(), " ralsh   types › user  ") {
			t.Fatalf("it went astray:\n%s", d.screen())
		}
	}
	if n := len(d.app.sh.Basket.Drafts()); n < 9 {
		t.Errorf("%d drafts are kept", n)
	}
}

// An instance without a name fails its listing, but does not hide other
// instances.
func TestNamelessInstance(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Put("/var/gem", "rake:1\n:2\n", 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	d.press("down down enter")
	d.says("! gem", "without a name", "zlib", "rake")
}

// A value of a megabyte is one line in a list and in a field, and is not cut
// when saved.
func TestHugeValue(t *testing.T) {
	t.Parallel()
	huge := "/" + strings.Repeat("v", 1<<20)
	d, fake := drive(t, 120, 36, Options{})
	fake.Put("/etc/passwd", "deploy:present:1000:deploy:"+huge+":x\n", 0o644)
	fits := func(what string) {
		t.Helper()
		for _, size := range [][2]int{{20, 5}, {40, 10}, {80, 24}, {120, 36}, {250, 80}} {
			kittest.Inside(t, what, d.draw(frame.Mode{}, size[0], size[1]), size[0], size[1])
		}
	}
	d.press("down down down down down enter r")
	d.says("> ", "/vvvv")
	fits("a huge value in a list")
	d.draw(frame.Mode{}, 120, 36)
	d.press("enter j j j")
	fits("a huge value")
	d.draw(frame.Mode{}, 120, 36)
	d.press("e")
	d.press("enter x esc")
	typ, _ := d.app.sh.Session.Type("user")
	draft := d.app.sh.Basket.Find(typ, "deploy", nil)
	if draft == nil {
		t.Fatal("no draft")
	}
	if text, _ := draft.Text("shell"); len(text) < 1<<20 {
		t.Errorf("the draft wants %d bytes", len(text))
	}
	fits("a huge value being edited")
}

// Broken Markdown is shown unchanged.
func TestBrokenMarkdown(t *testing.T) {
	t.Parallel()
	doc := "**bold `code\n\n\x1b[31m# [link](http://\n```\n| a | b\n- \n" + strings.Repeat("> ", 500) + "\u202eend"
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "thing", Summary: doc, Doc: doc,
		Attributes: []*ral.Attribute{kittest.Namevar("name"), standard.Ensure(doc), kittest.Property("size", doc)},
	}, kittest.Lister("files", "/etc/things", "ensure", "size"))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	d := driveOn(t, model.NewSession(t.Context(), reg, fakehost.New(map[string]string{"/etc/things": "a:present:1\n"}).Host), 120, 36, Options{})
	d.idle()
	for _, keys := range []string{"w", "esc enter", "enter", "j", "e", "enter"} {
		d.press(keys)
		kittest.HoldMatrix(t, "broken Markdown after "+keys, true, d.draw)
		d.draw(frame.Mode{}, 120, 36)
	}
	d.says("typing:")
}

// Pasted newlines are text: they neither end the typing nor press a button.
func TestPastedNewlines(t *testing.T) {
	for way, want := range map[string]string{
		"down /":                        `/q\ny\nA_`,
		"down enter /":                  `/q\ny\nA_`,
		":":                             `: q\ny\nA`,
		"enter":                         `[q\ny\nA`,
		"down n":                        `[q\ny\nA`,
		"down enter enter e down enter": "A¶",
		"f /":                           `/q\ny\nA_`,
		"L /":                           `/q\ny\nA_`,
		"H /":                           `/q\ny\nA_`,
		"? /":                           `/q\ny\nA_`,
	} {
		d, _ := drive(t, 120, 36, Options{})
		d.press(way)
		before := d.app.top()
		d.send(tea.PasteMsg{Content: "q\ny\nA\n"})
		d.idle()
		if !strings.Contains(d.screen(), want) {
			t.Errorf("%s: no %q in\n%s", way, want, d.screen())
		}
		if d.quit || d.app.top() != before || !before.Typing() {
			t.Errorf("%s: the paste was obeyed", way)
		}
	}
}

// With a provider that never answers, its row shows the time, other screens
// work, and esc and q leave.
func TestProviderNeverAnswers(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Hold("/var/gem", make(chan struct{}))
	d := driveOn(t, session, 120, 36, Options{})
	d.until("6 of 7 types counted")
	send := func(keys string) {
		for key := range strings.FieldsSeq(keys) {
			d.send(keyOf(key))
		}
	}
	send("down down enter")
	d.until("types › package")
	d.until("polkitd")
	d.until("! pip")
	d.clock = d.clock.Add(12 * time.Second)
	d.says("o gem", "still running, deadline 30 s", "12.0 s", "! pip")
	send("/")
	d.send(keyOf("z"))
	d.until("/z_ ")
	d.says("zlib")
	send("esc")
	send("esc")
	d.until("types  ")
	send("down down down enter")
	d.until("deploy")
	send("q")
	for !d.quit {
		d.take(<-d.answers)
	}
}

// A provider that panics is shown as failed, and does not affect others.
func TestProviderPanics(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Put("/var/gem", "PANIC\n", 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	d.press("down down enter")
	d.says("! gem", "provider panicked: no such gem", "zlib", "! pip")
}

// Instances that are listed while the screen is being opened are shown.
func TestListingGrowsBeforeItsScreen(t *testing.T) {
	session, _ := kittest.Fixture(t)
	d := driveOn(t, session, 120, 36, Options{})
	early := kit.Push(kit.Route{Kind: kit.RouteInstances, Typ: "group"})
	d.idle()
	d.run(early)
	d.idle()
	d.says("types › group", "deploy", "root")
}
