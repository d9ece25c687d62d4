package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// on returns the cell of a text on the screen, moved to the right by shift cells.
func (d *driver) on(text string, shift int) (x, y int) {
	d.t.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(line, text); at >= 0 {
			return ansi.StringWidth(line[:at]) + shift, y
		}
	}
	d.t.Fatalf("the screen does not say %q:\n%s", text, d.screen())
	return 0, 0
}

func (d *driver) clickAt(x, y int) {
	d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	d.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	d.idle()
}

// click clicks on a text. Each "<" before it moves the click three cells to the
// left.
func (d *driver) click(text string) {
	d.t.Helper()
	word := strings.TrimLeft(text, "<")
	d.clickAt(d.on(word, -3*(len(text)-len(word))))
	d.pass(time.Second) // so that the next click is not a double click
}

// Each row of the table of clicks.
func TestClicks(t *testing.T) {
	t.Parallel()
	const toUser = "down down down down down enter"
	for _, c := range []struct {
		name   string
		way    string
		clicks []string
		says   []string
		lacks  string
	}{
		{"a row", "", []string{"service   "}, []string{"▌   service", "─ 5 of 7"}, ""},
		{"a row again", "", []string{"group   ", "group   "}, []string{"types › group", "▌   deploy"}, ""},
		{"a row of the pane that shows the instances", "", []string{"group   ", "root       "}, []string{"types › group", "▌   root"}, ""},
		{"the row with the cursor in that pane", "", []string{"group   ", "deploy    "}, []string{"types › group", "▌   deploy"}, "› deploy"},
		{"a row of the types beside instances", toUser, []string{"group   "}, []string{" types  ", "▌   group"}, "types › user"},
		{"the first two cells", toUser, []string{"<deploy   "}, []string{"1 selected", "▎"}, ""},
		{"the heads of columns", toUser, []string{"name   "}, []string{"1 of 3"}, ""},
		{"a part of the breadcrumb", toUser + " enter", []string{"user ›"}, []string{"types › user  "}, "› deploy"},
		{"the first part of it", toUser + " enter", []string{"types ›"}, []string{" types  ", "6 of 7"}, "› user"},
		{"the host", "", []string{"web1"}, []string{"ralsh   facts"}, ""},
		{"the basket", "down down down down down enter down -", []string{"basket 1"}, []string{"ralsh   basket"}, ""},
		{"a key", "", []string{"filter  "}, []string{"/_ 7 of 7"}, ""},
		{"help", "", []string{"? help"}, []string{"keys of this screen"}, ""},
		{"a row of a menu", toUser + " enter y", []string{"Puppet code"}, []string{"▌   Puppet code"}, ""},
		{"a value below a field", toUser + " enter e a", []string{"│  absent"}, []string{"- ensure            present          absent "}, "tab uses it"},
		{"beside the values below a field", toUser + " enter e a", []string{"password   "}, []string{"▌   password", "invalid"}, "tab uses it"},
		{"beside them, from among them", toUser + " enter e a down", []string{"password   "}, []string{"▌   password"}, "tab uses it"},
		{"beside a menu", toUser + " enter y", []string{"types ›"}, []string{"types › user › alice"}, "Puppet code"},
		{"beside help", "?", []string{"ralsh"}, []string{"ralsh   types"}, "keys of this screen"},
		{"a match in jump", ": d e p l o y", []string{"deploy                        gid", "deploy                        gid"}, []string{"types › group › deploy"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			session, _ := kittest.Fixture(t)
			d := driveOn(t, session, 120, 36, Options{Mouse: true})
			d.app.sh.Mode = kittest.DrawnModes()["true"]
			d.idle()
			d.press(c.way)
			d.pass(time.Second) // keys typed ahead of a question are ignored
			for _, text := range c.clicks {
				d.click(text)
			}
			d.says(c.says...)
			if c.lacks != "" {
				d.lacks(c.lacks)
			}
		})
	}
}

// A click on a part of the breadcrumb that belongs to the top screen goes one
// step back in it.
func TestAClickOnACrumbOfTheScreen(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{Mouse: true})
	d.press(": s e l b o o l enter w enter")
	d.says("› why › ")
	x, y := d.on("› why ›", 2)
	d.clickAt(x, y)
	d.says("› providers")
	d.lacks("› why ›")
}

// A second click soon after zooms the pane.
func TestDoubleClickOnATitle(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{Mouse: true})
	d.press("down down down down down enter enter")
	x, y := d.on(" user alice ", 1)
	d.clickAt(x, y)
	d.clickAt(x, y)
	d.lacks("documentation")

	d.press("e")
	x, y = d.on(" user alice ", 1)
	d.clickAt(x, y)
	d.clickAt(x, y)
	d.says("alice › edit")
	d.lacks("pane") // the editor has two panes, which do not zoom
}

// A click focuses No or Yes. It presses No, but never Yes, and no other click
// does.
func TestNoClickChangesTheHost(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{Mouse: true})
	d.press("down enter enter e down enter ctrl+u 7 esc d")
	d.until("Yes, apply")
	d.pass(time.Second)
	for range 3 {
		d.click("Yes, apply")
		d.says("difference")
	}
	d.click("enter answer Yes")
	d.says("difference", "works as a key only, not as a click")
	if d.app.sh.Applying != nil || d.app.here().Kind != kit.RouteDifference {
		t.Errorf("a click applied it:\n%s", d.screen())
	}
	d.click("No, cancel")
	d.lacks("Yes, apply")
}

// A click outside a question that would lose something does not answer it.
func TestAClickOutsideAQuestion(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{Mouse: true})
	d.app.place(newQuitMenu(d.app.sh, "1 field", []string{"user deploy"}), kit.Route{Kind: kit.RouteQuit})
	d.clickAt(1, 0)
	d.says("not applied", "stay", "quit")
	if d.quit {
		t.Error("it left")
	}
}

// The wheel scrolls the pane under the pointer, without moving the focus.
func TestWheel(t *testing.T) {
	for _, c := range []struct {
		height int
		want   string
	}{{36, "1 of 7"}, {10, "4 of 7"}} { // if all types are visible there is nothing to scroll
		d, _ := drive(t, 120, c.height, Options{Mouse: true})
		d.send(tea.MouseWheelMsg{X: 5, Y: 6, Button: tea.MouseWheelDown})
		d.idle()
		d.says(c.want)
		d.send(tea.MouseWheelMsg{X: 5, Y: 6, Button: tea.MouseWheelUp})
		d.idle()
		d.says("1 of 7")
	}
	d, _ := drive(t, 120, 36, Options{Mouse: true})
	d.press("down down down down down enter enter tab")
	focus := pointer{d.app}.focused()
	d.send(tea.MouseWheelMsg{X: 5, Y: 6, Button: tea.MouseWheelDown})
	d.idle()
	if (pointer{d.app}).focused() != focus {
		t.Errorf("the focus went from pane %d to %d", focus, pointer{d.app}.focused())
	}
}

// Dragging a border moves it as far as its keys do.
func TestDragABorder(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{Mouse: true})
	d.press("down down down down down enter enter")
	edge := func() int {
		for _, s := range (pointer{d.app}).spots() {
			if s.Pane == 0 && s.Boxed {
				return s.X + s.Width
			}
		}
		return 0
	}
	was := edge()
	d.send(tea.MouseClickMsg{X: was, Y: 8, Button: tea.MouseLeft})
	for x := was; x > was-10; x-- {
		d.send(tea.MouseMotionMsg{X: x, Y: 9, Button: tea.MouseLeft})
	}
	d.send(tea.MouseReleaseMsg{X: was - 10, Y: 9})
	d.idle()
	if now := edge(); now > was-6 || now < was-14 {
		t.Errorf("the border went from %d to %d, dragged by 10", was, now)
	}
	there := edge()
	d.send(tea.MouseMotionMsg{X: 70, Y: 9, Button: tea.MouseLeft})
	if edge() != there {
		t.Error("the border follows the mouse after it was let go")
	}
}

// A key switches the mouse while the screens run.
func TestMouseIsSwitched(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	for _, want := range []tea.MouseMode{tea.MouseModeNone, tea.MouseModeCellMotion, tea.MouseModeNone} {
		if got := d.app.View().MouseMode; got != want {
			t.Errorf("the mode is %v, want %v", got, want)
		}
		d.press("M")
	}
}

// Mouse events at any position neither panic nor apply anything.
func TestMouseReportsFromAnywhere(t *testing.T) {
	t.Parallel()
	for name, way := range ways {
		d := hostile(t)
		d.press(way)
		for _, size := range [][2]int{{120, 36}, {80, 24}, {41, 11}, {20, 5}, {160, 45}} {
			d.app.width, d.app.height = size[0], size[1] // the click comes before the resize
			for _, at := range [][2]int{{-1, -1}, {0, 0}, {size[0] - 1, size[1] - 1}, {size[0], 3}, {3, size[1]}, {30000, 30000}, {7, 4}, {60, 9}, {39, 9}} {
				m := tea.Mouse{X: at[0], Y: at[1], Button: tea.MouseLeft}
				for _, msg := range []tea.Msg{tea.MouseClickMsg(m), tea.MouseMotionMsg(m), tea.MouseReleaseMsg(m)} {
					d.send(msg)
				}
				m.Button = tea.MouseWheelDown
				d.send(tea.MouseWheelMsg(m))
			}
		}
		d.idle()
		if d.quit || d.app.sh.Applying != nil {
			t.Errorf("%s: a click left, or applied something", name)
		}
	}
}

// A click on a row that disappears meanwhile is harmless.
func TestAClickOnARowThatIsGone(t *testing.T) {
	session, fake := kittest.Fixture(t)
	d := driveOn(t, session, 120, 36, Options{Mouse: true})
	d.idle()
	d.press("down down down down down enter")
	x, y := d.on("root  ", 0)
	fake.Put("/etc/passwd", "deploy:present:/bin/sh:1000:deploy:x\n", 0o644)
	d.press("r")
	d.clickAt(x, y)
	d.says("types › user", "1 of")
}

// Spots match the drawing: each cell with text on a row of a pane belongs to
// that pane.
func TestSpotsAreOfTheLayout(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 36}, {100, 30}, {80, 24}, {60, 20}, {40, 10}} {
		d, _ := drive(t, size[0], size[1], Options{})
		for _, way := range []string{"", "down down down down down enter", "enter"} {
			d.press(way)
			f, spots := d.app.frame(), pointer{d.app}.spots()
			rows := 0
			for _, s := range spots {
				if s.X < 0 || s.Y < 0 || s.X+s.Width > size[0] || s.Y+s.Height > size[1] {
					t.Errorf("%v: a spot outside of the screen: %+v", size, s)
				}
				if row, ok := s.Line.(frame.Row); ok && s.What == frame.OnRow && row.Cursor {
					rows++
					if s.Focus && s.Y != f.CursorY {
						t.Errorf("%v: the row with the cursor is drawn at %d, and its spot is at %d", size, f.CursorY, s.Y)
					}
				}
			}
			if rows == 0 {
				t.Errorf("%v: no row has the cursor", size)
			}
		}
	}
}

// A click directly after a key is not lost, unless the key opens another
// screen.
func TestAClickRightBehindAKey(t *testing.T) {
	for key, want := range map[string]string{"M": ">   service", "f": "ralsh   facts"} {
		d, _ := drive(t, 120, 36, Options{Mouse: true})
		x, y := d.on("service   ", 0)
		d.send(keyOf(key))
		d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		d.idle()
		d.pass(time.Second)
		d.idle()
		d.says(want)
		if key == "f" {
			d.says(" 1 of 13")
		}
	}
}
