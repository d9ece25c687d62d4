package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/sessionlog"
)

// placesOfKeys returns the keys that open each screen, in each state in which
// keys have other meanings. "wait" lets a second pass.
func placesOfKeys() map[string]string {
	const edited = "down enter enter e down enter ctrl+u 7 esc "
	all := map[string]string{
		"edit": edited + "k k", "edit typing": "down enter enter e down enter", "naming": "down n",
		"filter": "/ e", "filter of instances": "down enter / e", "filter of facts": "f / e", "filter of the log": "L / e", "filter of history": "H / 1",
		"filter of help": "? / e", "filter of providers": "down w / e",
		"basket full": edited + "b", "difference": edited + "d wait", "confirm": edited + "d wait A", "result": edited + "d wait A enter wait",
		"history": "H", "history first": "H G", "run": "H G enter",
		"empty types": "/ z z z z enter", "empty instances": "down enter / z z z z enter", "empty log": "L / z z z z enter",
		"empty history": "H / z z z z enter", "empty providers": "down w / z z z z enter", "empty facts": "f / z z z z enter",
		"fact leaf": "f G", "selected": "down enter space",
	}
	for name, way := range ways {
		all[name] = way
	}
	return all
}

func (d *driver) goes(way string) {
	d.t.Helper()
	for i, part := range strings.Split(way, "wait") {
		if i > 0 {
			d.pass(time.Second)
		}
		d.press(part)
	}
}

// gone opens a screen on a new host, and clears the message.
func gone(t *testing.T, width, height int, way string) *driver {
	t.Helper()
	if strings.HasPrefix(way, "H") {
		d, _ := historyOn(t, width, height, aJournal)
		d.goes(way[1:])
		d.app.notes.shown = false
		return d
	}
	d, _ := drive(t, width, height, Options{})
	d.goes(way)
	d.app.notes.shown = false
	return d
}

// keyFor returns a key for an intent.
func (d *driver) keyFor(where keys.Where, in keys.Intent) string {
	key := ""
	for _, b := range d.app.sh.Keys.Bindings() {
		for _, k := range b.Keys() {
			if got, _ := d.app.sh.Keys.Lookup(where, k); got == in && b.Intent == in {
				key = k
			}
		}
	}
	return key
}

// does presses a key for an intent. It reports whether anything changed, and
// the text of the message line.
func (d *driver) does(where keys.Where, in keys.Intent) (changed bool, text string) {
	state := func() string {
		return fmt.Sprint(d.screen(), len(d.app.stack), len(d.copied), d.quit, kit.BasketSize(d.app.sh.Basket), len(d.timers))
	}
	before := state()
	d.send(keyOf(d.keyFor(where, in)))
	d.idle()
	if d.app.notes.shown {
		text = string(d.app.notes.info.Text)
	}
	return state() != before, text
}

// place is an open screen on which a test presses many keys. It is opened anew
// only after a key that changed it.
type place struct {
	*driver
	open     func() *driver
	waits    bool   // a question is open, which ignores keys for a moment
	was      string // the opened screen, as fingerprint returns it
	messages messages
}

func placeAt(t *testing.T, width, height int, way string) *place {
	t.Helper()
	p := &place{open: func() *driver { return gone(t, width, height, way) }, waits: strings.Contains(way, "wait")}
	p.renew()
	return p
}

func (p *place) renew() {
	p.driver = p.open()
	p.was, p.messages = p.fingerprint(), p.app.notes
}

// fingerprint returns the screen, and the reasons why its keys are unavailable.
func (p *place) fingerprint() string {
	top := p.app.top()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %v %s", p.screen(), len(p.app.stack), top.Where(), kit.BasketSize(p.app.sh.Basket))
	for _, binding := range p.app.sh.Keys.Bindings() {
		if binding.Where&top.Where() != 0 {
			fmt.Fprintf(&b, "\n%s", p.app.unavailable(top, binding.Intent))
		}
	}
	return b.String()
}

// opposite are the intents that another key takes back, or the same key.
var opposite = map[keys.Intent]keys.Intent{
	keys.PaneNarrower: keys.PaneWider, keys.PaneWider: keys.PaneNarrower, keys.NextPane: keys.PreviousPane, keys.PreviousPane: keys.NextPane,
	keys.Zoom: keys.Zoom, keys.OnlyFindings: keys.OnlyFindings, keys.Mouse: keys.Mouse,
}

// again prepares the place for the next key after that of an intent: it takes
// the change back or leaves the screen that was opened. It opens the place anew
// if anything is different then.
func (p *place) again(after keys.Intent) {
	back := "esc"
	if in := opposite[after]; in != "" {
		back = p.keyFor(p.app.top().Where(), in)
	}
	same := func() bool {
		if p.waits {
			p.goes("wait")
		}
		p.app.notes, p.copied = p.messages, nil
		return p.fingerprint() == p.was
	}
	for _, key := range []string{"", back} {
		if p.press(key); p.quit {
			break
		}
		if same() {
			return
		}
	}
	p.renew()
}

// ofPanes are the intents that depend on the width.
var ofPanes = map[keys.Intent]bool{
	keys.PaneNarrower: true, keys.PaneWider: true, keys.Zoom: true, keys.NextPane: true, keys.PreviousPane: true,
	keys.SideBySide: true, keys.Open: true, keys.MoveLeft: true, keys.MoveRight: true,
}

// moving are the intents that may find no further row, and those that do not
// depend on the screen.
var moving = map[keys.Intent]bool{
	keys.MoveUp: true, keys.MoveDown: true, keys.MoveFirst: true, keys.MoveLast: true, keys.PageUp: true, keys.PageDown: true,
	keys.Suspend: true, keys.Redraw: true, keys.Type: true, keys.NextValue: true, keys.PreviousValue: true, keys.Clear: true, keys.DeleteWord: true, keys.MoveLater: true, keys.MoveEarlier: true,
}

// Each key that help lists on a screen does something there. Help shows an
// unavailable key with the reason that the key itself shows.
func TestHelpIsTrue(t *testing.T) {
	t.Parallel()
	for name, way := range placesOfKeys() {
		for _, size := range [][2]int{{120, 36}, {80, 24}} {
			d := placeAt(t, size[0], size[1], way)
			top := d.app.top()
			where := top.Where()
			if top.Typing() {
				where |= keys.Typing
			}
			var rows []keys.Row
			var last keys.Intent
			for _, section := range d.app.sh.Keys.Help(where) {
				rows = append(rows, section.Rows...)
			}
			for _, row := range rows {
				if strings.TrimSpace(row.Keys) == "" {
					t.Errorf("%s: %s has no key in help", name, row.What)
				}
				for _, in := range row.Intents {
					if moving[in] || size[0] < frame.SplitWidth && !ofPanes[in] {
						continue
					}
					d.again(last)
					last = in
					why := d.app.unavailable(d.app.top(), in)
					changed, text := d.does(where, in)
					switch {
					case why != "" && !strings.Contains(text, why):
						t.Errorf("%s %v: %s lacks %q, and the key says %q", name, size, in, why, text)
					case why == "" && d.app.notes.shown && d.app.notes.info.Sign == frame.SignCannot:
						t.Errorf("%s %v: help lists %s as if it worked, and the key says %q", name, size, in, text)
					case why == "" && !changed:
						t.Errorf("%s %v: %s does nothing and says nothing", name, size, in)
					}
				}
			}
		}
	}
}

// A key that works only on other screens shows a message.
func TestEachKeyAnswersEverywhere(t *testing.T) {
	t.Parallel()
	for name, way := range placesOfKeys() {
		d := placeAt(t, 120, 36, way)
		if d.app.top().Typing() {
			continue
		}
		where := d.app.top().Where()
		for _, b := range d.app.sh.Keys.Bindings() {
			if b.Where&^keys.Typing == 0 || b.Where&where != 0 {
				continue
			}
			d.again("")
			d.send(keyOf(b.Keys()[0]))
			d.idle()
			if !d.app.notes.shown || !strings.HasPrefix(string(d.app.notes.info.Text), keys.Shown(b.Keys()[0])+": ") {
				t.Errorf("%s: %s says %q", name, b.Keys()[0], d.app.notes.info.Text)
			}
		}
	}
}

// Left closes every list, as it closes the list of instances.
func TestLeftGoesOutOfLists(t *testing.T) {
	for way, at := range map[string]string{"down w": "group › providers", "b": "basket", "L": "log", "H": "history", "down enter": "group"} {
		for _, key := range []string{"left", "h"} {
			d := gone(t, 80, 24, way)
			d.says(at)
			d.press(key)
			if len(d.app.stack) != 1 {
				t.Errorf("%s, then %s: %d screens", way, key, len(d.app.stack))
			}
		}
	}
}

// U on an entry of the log undoes its run. Another entry reports that it
// belongs to no run.
func TestUndoFromTheLog(t *testing.T) {
	d, _ := historyOn(t, 120, 36, func(t *testing.T, dir string) {
		run(t, dir, 1, opened(1, `,"what":"User[deploy]","from":"screens"`),
			`{"t":"step","n":1,"type":"user","title":"deploy","provider":"useradd","was":[{"name":"ensure","value":{"sym":"present"}},{"name":"shell","value":{"str":"/bin/zsh"}}]}`,
			`{"t":"property","n":1,"change":{"property":"shell","is":{"str":"/bin/zsh"},"should":{"str":"/bin/sh"},"status":"changed"}}`,
			`{"t":"step_done","n":1,"status":"changed","now":[{"name":"ensure","value":{"sym":"present"}},{"name":"shell","value":{"str":"/bin/sh"}}]}`,
			`{"t":"closed","status":"changed","changed":1,"summary":"1 change done."}`)
	})
	d.press("esc L U")
	d.says("x U: this line belongs to no run; H lists the runs")
	d.app.sh.Log.Add(sessionlog.Entry{When: d.clock, Sign: frame.SignChanges, About: "user deploy", What: "changed: usermod", Run: 1})
	d.press("esc L U")
	d.pass(time.Second)
	d.says("undo run 1", "undo of run 1: 1 change in 1 resource", "undoes step 1 of run 1", "/bin/zsh")
	d.lacks("as staged")
	d.idle() // what it writes is there before the folder is removed
}

// The acts of an apply are in the log with their run.
func TestTheLogKnowsTheRun(t *testing.T) {
	d, _ := historyOn(t, 120, 36, aJournal)
	d.goes("esc down enter enter e down enter ctrl+u 7 esc d wait A enter wait")
	run := 0
	for rec, err := range d.app.sh.Session.History.Each() {
		if err != nil {
			t.Fatal(err)
		}
		run = max(run, rec.Number)
	}
	notes := d.app.sh.Log.Notes
	if run == 0 || !slices.ContainsFunc(notes, func(e sessionlog.Entry) bool { return e.About == "group deploy" && e.Run == run }) {
		t.Errorf("run %d, and the log says %+v", run, notes)
	}
}

// While the user types, help lists no key that means something else then.
func TestHelpWhileTyping(t *testing.T) {
	for _, way := range []string{":", "/", "n"} {
		d := gone(t, 120, 36, "down "+way+" f1")
		d.says("keys of this screen", "enter", "esc", "edit the field")
		d.lacks("show the command")
		d.lacks("row down")
		d.lacks("facts")
	}
}

// In the editor a slash is text, and after esc it filters the fields.
func TestTheEditorHasAFilter(t *testing.T) {
	d := gone(t, 120, 36, "down enter enter e")
	d.press("/")
	if text, _ := d.app.sh.Basket.Drafts()[0].Text("ensure"); text != "/" {
		t.Errorf("typed is %q", text)
	}
	d.press("ctrl+u esc / g i d")
	d.says("/gid_ 1 of", "gid")
	d.lacks("ensure  ")
	d.press("enter enter ctrl+u 7")
	if text, _ := d.app.sh.Basket.Drafts()[0].Text("gid"); text != "7" {
		t.Errorf("typed is %q", text)
	}
	d.press("esc esc")
	d.says("ensure  ")
}
