package tui

import (
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ralsh/model"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// driver runs the root without a terminal. It sends keys and runs commands
// concurrently, as Bubble Tea does. A test waits until no command is running or
// until the screen contains a text. Timers run only when the test lets time
// pass.
type driver struct {
	t       testing.TB
	app     *app
	clock   time.Time
	timers  []timer
	flying  int
	answers chan tea.Msg
	copied  []string
	quit    bool
	seen    func(screen string) // called with each frame; nil for none
}

type timer struct {
	at  time.Time
	msg tea.Msg
}

func drive(t testing.TB, width, height int, opt Options, opts ...fakehost.Option) (*driver, *fakehost.Host) {
	t.Helper()
	session, fake := kittest.Fixture(t, opts...)
	d := driveOn(t, session, width, height, opt)
	d.idle()
	return d, fake
}

func driveOn(t testing.TB, session *model.Session, width, height int, opt Options) *driver {
	t.Helper()
	d := &driver{t: t, clock: kittest.FixtureNow(), answers: make(chan tea.Msg, 1024)}
	sh := sharedFor(t.Context(), session, opt)
	sh.Now = func() time.Time { return d.clock }
	sh.After = func(wait time.Duration, msg tea.Msg) tea.Cmd {
		// The cursor rests as soon as a key was handled.
		if wait == kit.RestsAfter {
			return func() tea.Msg { return msg }
		}
		d.timers = append(d.timers, timer{d.clock.Add(wait), msg})
		return nil
	}
	d.app = newApp(sh, opt)
	d.run(d.app.Init())
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

// send sends a message to the root, and starts the returned command.
func (d *driver) send(msg tea.Msg) {
	_, cmd := d.app.Update(msg)
	d.app.View()
	if d.seen != nil {
		d.seen(d.screen())
	}
	d.run(cmd)
}

func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	d.flying++
	go func() { d.answers <- cmd() }()
}

func (d *driver) take(msg tea.Msg) {
	d.flying--
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.run(cmd)
		}
	case tea.QuitMsg:
		d.quit = true
	default:
		v := reflect.ValueOf(msg)
		switch {
		// The type of a sequence is not exported.
		case v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]():
			for i := range v.Len() {
				if inner := v.Index(i).Interface().(tea.Cmd); inner != nil {
					d.flying++
					d.take(inner())
				}
			}
		case v.Type().Name() == "setClipboardMsg":
			d.copied = append(d.copied, v.String())
		default:
			d.send(msg)
		}
	}
}

// idle waits until no command is running.
func (d *driver) idle() {
	for d.flying > 0 {
		d.take(<-d.answers)
	}
}

// until handles messages until the screen contains a text.
func (d *driver) until(text string) {
	d.t.Helper()
	for !strings.Contains(d.screen(), text) {
		if d.flying == 0 {
			d.t.Fatalf("nothing is under way, and the screen does not say %q:\n%s", text, d.screen())
		}
		select {
		case msg := <-d.answers:
			d.take(msg)
		case <-time.After(time.Minute):
			d.t.Fatalf("the screen does not say %q:\n%s", text, d.screen())
		}
	}
}

// pass moves the clock forward, and runs expired timers.
func (d *driver) pass(by time.Duration) {
	d.clock = d.clock.Add(by)
	var due, later []timer
	for _, t := range d.timers {
		if t.at.After(d.clock) {
			later = append(later, t)
		} else {
			due = append(due, t)
		}
	}
	d.timers = later
	for _, t := range due {
		d.send(t.msg)
	}
}

var named = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "tab": tea.KeyTab,
	"left": tea.KeyLeft, "right": tea.KeyRight, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "f1": tea.KeyF1,
	"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
}

// at reports whether the cursor is on the row with a name.
func (d *driver) at(name string) bool { return kittest.AtRow(d.screen(), name) }

func keyOf(name string) tea.KeyPressMsg {
	if code, ok := named[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
	}
	if name == "shift+tab" {
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: ' ', Text: " "}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// press sends keys, separated by blanks, and waits until no command is running.
func (d *driver) press(keys string) {
	d.t.Helper()
	for key := range strings.FieldsSeq(keys) {
		d.send(keyOf(key))
		d.idle()
	}
}

// typed sends a text, character by character.
func (d *driver) typed(text string) {
	for _, r := range text {
		d.send(keyOf(string(r)))
	}
	d.idle()
}

func (d *driver) screen() string { return ansi.Strip(d.app.frame().String()) }

// front returns the content of a layer with the message and the keys, or the
// screen if there is no layer.
func (d *driver) front() string {
	f := d.app.frame()
	lines := strings.Split(ansi.Strip(f.String()), "\n")
	if l := f.Layer; d.app.overlaid {
		bottom := lines[len(lines)-2:]
		lines = lines[l.Y : l.Y+l.Height]
		for i := range lines {
			lines[i] = ansi.Cut(lines[i], l.X+1, l.X+l.Width-1)
		}
		lines = append(lines, bottom...)
	}
	return strings.Join(lines, "\n")
}

// says fails unless the screen contains each of the texts.
func (d *driver) says(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			d.t.Errorf("the screen does not say %q:\n%s", text, screen)
		}
	}
}

// lacks fails if the screen contains the text. The screen below a layer may
// contain it.
func (d *driver) lacks(text string) {
	d.t.Helper()
	if strings.Contains(d.front(), text) {
		d.t.Errorf("the screen says %q:\n%s", text, d.screen())
	}
}

// golden compares the screen with testdata/<name>.
func (d *driver) golden(name string) {
	d.t.Helper()
	kittest.HoldDrawing(d.t, name, kittest.WithoutLines(d.screen())+"\n")
}

func (d *driver) draw(m frame.Mode, width, height int) frame.Frame {
	d.app.sh.Mode, d.app.width, d.app.height = kittest.Mode(m), width, height
	return d.app.frame()
}

// modes checks the screen in each mode at all sizes.
func (d *driver) modes(name string) {
	d.t.Helper()
	kittest.HoldMatrix(d.t, name, !empty(name), d.draw)
	d.draw(frame.Mode{}, 80, 24)
}
