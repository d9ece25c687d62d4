package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// where returns the screens whose keys work now.
func (d *driver) where() keys.Where {
	if top := d.app.top(); top.Typing() {
		return keys.Typing
	}
	return d.app.top().Where()
}

// hints returns the line of keys.
func (d *driver) hints() []frame.Key { return d.app.content().Keys.Keys }

// Each hint of the line of keys is a key that has the meaning of the hint on
// that screen. So help lists it, and TestHelpIsTrue checks it.
func TestHintsAreKeysOfTheScreen(t *testing.T) {
	t.Parallel()
	for name, way := range placesOfKeys() {
		for _, size := range [][2]int{{120, 36}, {80, 24}} {
			d := gone(t, size[0], size[1], way)
			where := d.where()
			if len(d.hints()) == 0 {
				t.Errorf("%s %v: the line of keys is empty", name, size)
			}
			for _, hint := range d.hints() {
				names := strings.Fields(string(hint.Name))
				if !d.app.sh.Keys.Works(where, keys.Intent(hint.Tag)) || len(names) == 0 {
					t.Errorf("%s %v: the line of keys has %q, %s, which is no key there", name, size, hint.Name, hint.What)
				}
			}
		}
	}
}

// While a plan is made or applied, a key does something or shows why it does
// not.
func TestKeysWhileSomethingWorks(t *testing.T) {
	t.Parallel()
	const planning, running = "still planning", "an apply is running"
	for name, c := range map[string]struct {
		there func(*testing.T) *driver
		why   map[keys.Intent]string
	}{
		"planning": {planningNow, map[keys.Intent]string{
			keys.Open: planning, keys.NextPane: planning, keys.PreviousPane: planning, keys.Apply: planning, keys.Copy: planning,
			keys.Why: planning, keys.SideBySide: planning, keys.Filter: planning, keys.OnlyFindings: planning,
			keys.Refresh: planning, keys.ShowCommand: planning, keys.Back: "", keys.Log: "",
		}},
		"applying": {applyingNow, map[keys.Intent]string{
			keys.Open: running, keys.NextPane: running, keys.PreviousPane: running, keys.Copy: running, keys.Why: running,
			keys.ShowCommand: running, keys.Back: kit.StillRuns, keys.Quit: kit.StillRuns,
			keys.Filter: "", keys.OnlyFindings: "", keys.Zoom: "", keys.Interrupt: "", keys.Log: "",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for in, want := range c.why {
				d := c.there(t)
				if !d.app.sh.Keys.Works(d.where(), in) {
					t.Errorf("%s is no key of that screen", in)
				}
				d.app.notes.shown = false
				d.send(kit.IntentMsg{Intent: in})
				text := ""
				if d.app.notes.shown && d.app.notes.info.Sign == frame.SignCannot {
					text = string(d.app.notes.info.Text)
				}
				if want == "" && text != "" || want != "" && !strings.HasSuffix(text, ": "+want) {
					t.Errorf("%s says %q, want %q", in, text, want)
				}
			}
		})
	}
}

// planningNow returns a difference whose plan is being made.
func planningNow(t *testing.T) *driver {
	t.Helper()
	d, _ := kitDrive(t)
	d.run(kit.Push(kit.ToDifference(kittest.Decls()[2:5])))
	d.take(<-d.answers) // the screen is open, and its plan is not handled yet
	d.says("esc back")
	return d
}

// applyingNow returns an apply that waits for a command.
func applyingNow(t *testing.T) *driver {
	t.Helper()
	d, fake := kitDrive(t)
	held := make(chan struct{})
	t.Cleanup(func() { close(held) })
	d.run(kit.Push(kit.ToDifference(kittest.Decls()[2:5])))
	d.idle()
	fake.Hold("apt-get", held)
	d.pass(time.Second)
	d.press("A")
	d.send(keyOf("enter"))
	d.until("Waits for apt-get")
	return d
}
