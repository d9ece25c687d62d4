package tui

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"

	"ralsh/model"
	"ralsh/model/demo"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// A walk has this many moves on a sample host of its own, and each move about ten keys.
const movesOfAWalk = 60

// slowAnswer is the longest processor time of the answer to a key.
const slowAnswer = 100 * time.Millisecond

// deepest is more screens than a move can open on top of each other.
const deepest = 40

// mostAnswers is the most messages that follow a key.
const mostAnswers = 2_000

// TestRandomWalk presses random keys on the screens of the sample host: 20,000, or as
// many as RALSH_KEYS says, with the seed RALSH_SEED. After each key the screen is drawn
// without an error, fits the terminal, and came within 100 ms of processor time; esc
// leads out of everything; what a move does not stage is not in the basket; and the
// basket is on the disk. A failing walk is shortened, and printed as Go code.
func TestRandomWalk(t *testing.T) {
	t.Parallel()
	keys, seed := 20_000, uint64(1)
	if kittest.Raced {
		keys = 2_000
	}
	number := func(name string, into func(uint64)) {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			into(n)
		}
	}
	number("RALSH_KEYS", func(n uint64) { keys = int(n) })
	number("RALSH_SEED", func(n uint64) { seed = n })
	reached := make(map[kit.RouteKind]bool)
	for pressed, walk := 0, uint64(0); pressed < keys; walk++ {
		moves := kittest.RandomMoves(rand.New(rand.NewPCG(seed, walk)), movesOfAWalk)
		fault, n := roam(t, moves, reached)
		pressed += n
		if fault == "" {
			continue
		}
		kind, _, _ := strings.Cut(fault, ":")
		fewest := kittest.Shrink(moves, func(moves []kittest.Move) bool {
			fault, _ := roam(t, moves, reached)
			return strings.HasPrefix(fault, kind+":")
		})
		fault, _ = roam(t, fewest, reached)
		t.Fatalf("RALSH_SEED=%d, walk %d:\n%q\n%s", seed, walk, fewest, fault)
	}
	for kind := range makers() {
		if keys >= 20_000 && !reached[kind] && !slices.Contains(elsewhere(), kind) {
			t.Errorf("no walk reached the screen %q", kind)
		}
	}
}

// elsewhere returns the screens that need other hosts, a change by somebody else, two
// providers of an instance, a source that fails, or a new user.
func elsewhere() []kit.RouteKind {
	return []kit.RouteKind{kit.RouteHosts, kit.RouteCompare, kit.RouteDrift, kit.RouteSides, kit.RouteFailures, kit.RouteWelcome}
}

// Walks that failed.
func TestWalksAgain(t *testing.T) {
	t.Parallel()
	for _, moves := range [][]kittest.Move{
		{"edit file /etc/motd 0 x", "look file /etc/motd w"},
		{"edit file /etc/motd 4 u=rw", "look file /etc/motd w"},
		{"filter [", "click 56 20"},
		{"look user newcomer z", "click 94 25", "press i", "press y", "press ?", "press H", "press c", "press ?", "press L", "press f1", "rows mount y"},
		{"edit service ssh 16 $x", "press q", "press tab", "press enter"},
	} {
		if fault, _ := roam(t, moves, map[kit.RouteKind]bool{}); fault != "" {
			t.Errorf("%q\n%s", moves, fault)
		}
	}
}

// roam takes a walk on a new sample host. It returns what was wrong, and the number of
// keys.
func roam(t *testing.T, moves []kittest.Move, reached map[kit.RouteKind]bool) (fault string, keys int) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	h, err := demo.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.Remove(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	w := &roamer{t: t, host: h, reached: reached}
	w.open()
	for _, move := range moves {
		if w.move(move); w.fault != "" {
			fault = fmt.Sprintf("%s\nat %q", w.fault, move)
			if !strings.HasPrefix(fault, "a panic") {
				fault += ":\n" + w.screen()
			}
			break
		}
	}
	// What was begun ends before the host is removed.
	for w.timers = nil; w.flying > 0; w.flying-- {
		<-w.answers
	}
	return fault, w.keys
}

// roamer is a walker on the screens without a terminal.
type roamer struct {
	*driver
	t     *testing.T
	host  *demo.Host
	keys  int
	fault string
	// reached has the screens that were seen.
	reached map[kit.RouteKind]bool
	// hurried is set while no time passes between keys.
	hurried bool
}

func (w *roamer) open() {
	reg := ral.NewRegistry()
	providers.Register(reg)
	s, err := model.Open(w.t.Context(), reg, w.host.Dir)
	if err != nil {
		w.t.Fatal(err)
	}
	s.SetStateDir(w.host.State())
	w.driver = driveOn(w.t, s, 120, 36, Options{Mouse: true})
	w.driver.idle()
}

func (w *roamer) move(move kittest.Move) {
	if move.FromHome() {
		w.home(move)
	}
	before := w.staged()
	w.hurried = !move.FromHome()
	move.Take(w)
	w.hurried = false
	if w.fault != "" {
		return
	}
	after := w.staged()
	if changed := differing(before, after); move.Neutral() && len(changed) > 0 {
		w.fault = fmt.Sprintf("the basket: a move that stages nothing changed %q", changed)
	}
	if text, edits := move.Edited(); edits {
		w.edited(move, text, before, after)
	}
	if w.quit {
		w.again(after)
	}
}

// edited checks what a move staged: one attribute of one resource has the text, or a value
// that begins with it. A new resource also gets its ensure.
func (w *roamer) edited(move kittest.Move, text string, before, after map[string]string) {
	own, set := "", 0
	for _, name := range differing(before, after) {
		at := strings.LastIndex(name, " ")
		is, has := after[name]
		if own == "" {
			own = name[:at]
		}
		if name[at+1:] != "ensure" {
			set++
			has = has && !strings.HasPrefix(is, text)
		} else {
			has = false
		}
		if own != name[:at] || set > 1 || has {
			w.fault = fmt.Sprintf("the basket: %q staged %q as %q", move, name, is)
		}
	}
}

// home goes to the first screen with esc only.
func (w *roamer) home(move kittest.Move) {
	if w.app.small() {
		w.Resize(120, 36)
	}
	for range deepest {
		if w.fault != "" || len(w.app.stack) == 1 && !w.app.top().Typing() {
			return
		}
		w.Press("esc")
	}
	w.fault = fmt.Sprintf("the way out: before %q, esc does not lead out of %q", move, w.app.here().Kind)
}

// again opens the screens again, with the basket of before. Secrets are not saved.
func (w *roamer) again(before map[string]string) {
	w.pass(time.Hour)
	w.idle()
	w.quit = false
	w.open()
	for _, d := range w.app.sh.Basket.Drafts() {
		for _, name := range d.Missing() {
			delete(before, d.Ref()+" "+name)
		}
	}
	if changed := differing(before, w.staged()); len(changed) > 0 {
		w.fault = fmt.Sprintf("the basket: the next session lacks or adds %q", changed)
	}
}

// staged returns the values in the basket, by resource and attribute.
func (w *roamer) staged() map[string]string {
	all := make(map[string]string)
	for _, d := range w.app.sh.Basket.Drafts() {
		if d.Empty() {
			continue
		}
		for _, a := range d.Type.Order() {
			if text, ok := d.Text(a.Name); ok {
				all[d.Ref()+" "+a.Name] = text
			}
		}
	}
	return all
}

func differing(a, b map[string]string) (names []string) {
	all := maps.Clone(a)
	maps.Copy(all, b)
	for name := range all {
		was, had := a[name]
		if is, has := b[name]; had != has || was != is {
			names = append(names, name)
		}
	}
	return names
}

// act sends a message and checks the answer.
func (w *roamer) act(name string, msg tea.Msg) {
	if w.fault != "" || w.quit {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			w.fault = fmt.Sprintf("a panic: after %q: %v\n%s", name, p, debug.Stack())
		}
	}()
	if w.keys++; !w.hurried {
		w.pass(kit.TypeAheadPause) // a question ignores keys that were typed ahead
	}
	answers, before := 0, processor()
	_, cmd := w.app.Update(msg)
	f := w.app.frame()
	took := processor() - before
	for w.run(cmd); w.flying > 0; f = w.app.frame() {
		answer := <-w.answers
		w.take(answer)
		if answers++; answers > mostAnswers {
			w.fault = fmt.Sprintf("no rest: after %q, the last answer is %#v", name, answer)
			return
		}
	}
	w.reached[w.app.here().Kind] = true
	text := ansi.Strip(f.String())
	switch {
	case took > slowAnswer && !kittest.Raced:
		w.fault = fmt.Sprintf("a late answer: after %q, %s of processor time", name, took)
	case strings.Contains(text, "a bug in ralsh") || strings.Contains(text, "panicked"):
		w.fault = fmt.Sprintf("a broken screen: after %q", name)
	case len(f.Lines) != w.app.height:
		w.fault = fmt.Sprintf("the size: after %q, %d lines of %d", name, len(f.Lines), w.app.height)
	}
	for i, line := range f.Lines {
		if n := ansi.StringWidth(line); n > w.app.width {
			w.fault = fmt.Sprintf("the size: after %q, line %d has %d cells of %d", name, i, n, w.app.width)
		}
	}
}

// processor returns the processor time of the thread.
func processor() time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// Press presses a key.
func (w *roamer) Press(key string) { w.act(key, keyOf(key)) }

// Resize resizes the terminal.
func (w *roamer) Resize(width, height int) {
	w.act(fmt.Sprintf("size %dx%d", width, height), tea.WindowSizeMsg{Width: width, Height: height})
}

// Click clicks on a cell.
func (w *roamer) Click(x, y int) {
	w.act(fmt.Sprintf("click %d,%d", x, y), tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	w.act("release", tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	if w.fault == "" {
		w.pass(time.Second)
	}
}

// Wheel turns the wheel by one notch.
func (w *roamer) Wheel(x, y int, down bool) {
	button := tea.MouseWheelUp
	if down {
		button = tea.MouseWheelDown
	}
	w.act("wheel", tea.MouseWheelMsg{X: x, Y: y, Button: button})
}

// Screen returns the screen, unless it may be broken.
func (w *roamer) Screen() string {
	if w.fault != "" {
		return ""
	}
	return w.screen()
}
