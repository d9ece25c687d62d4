package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/kittest"
)

// TestWalkRandom takes a random walk of 500 keys in a terminal: the program draws every
// screen, esc leads back to the first one, and two ctrl+c leave.
func TestWalkRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(walks) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			walkRandom(t, rand.New(rand.NewPCG(1, seed)))
		})
	}
}

func walkRandom(t *testing.T, rng *rand.Rand) {
	w, _, parent := demo(t, ordinary(), 120, 36)
	w.see("demo   "+parent, "user")
	w.press("Escape", "step 1 of 5")
	w.press("M", "the mouse is on in ralsh")
	p := &presser{walk: w}
	for p.keys < keysOfAWalk {
		move := kittest.RandomMoves(rng, 1)[0]
		p.last = append(p.last, move)
		if move.FromHome() {
			p.home()
		}
		move.Take(p)
	}
	p.Resize(120, 36)
	p.home()
	w.term.Keys("C-c", "C-c")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("after %q ralsh exits %d", p.last, status)
	}
}

// A walk mostly waits, so several go at the same time.
const (
	walks       = 4
	keysOfAWalk = 125
)

// presser is a walker at a terminal.
type presser struct {
	walk
	keys int
	last []kittest.Move
}

// reacts is how long the program writes nothing after it has reacted to a key.
const reacts = 20 * time.Millisecond

// did waits for the reaction, and looks at the screen.
func (p *presser) did() {
	p.t.Helper()
	p.keys++
	if screen := p.term.Rest(reacts); strings.Contains(screen, "a bug in ralsh") || strings.Contains(screen, "goroutine ") {
		p.t.Fatalf("after %q:\n%s", p.last, screen)
	}
}

// home goes to the first screen with esc only.
func (p *presser) home() {
	p.t.Helper()
	p.repeat(func() { p.term.Keys("Escape") }, func(screen string) bool {
		first, _, _ := strings.Cut(screen, "\n")
		// Without typed text, and without a screen in front of it. The mark is removed by its own key.
		return strings.Contains(first, " types    ") || strings.Contains(first, " types  ! ") && !strings.Contains(first, " ! /")
	}, "the list of types")
}

// Press presses a key. The key that ends the program is left out.
func (p *presser) Press(key string) {
	p.t.Helper()
	names := map[string]string{
		"enter": "Enter", "esc": "Escape", "up": "Up", "down": "Down", "left": "Left", "right": "Right", "tab": "Tab", "shift+tab": "BTab",
		"space": "Space", "pgup": "PPage", "pgdown": "NPage", "home": "Home", "end": "End", "backspace": "BSpace", "delete": "DC", "f1": "F1",
	}
	rest, ctrl := strings.CutPrefix(key, "ctrl+")
	switch {
	case key == "q":
		return
	case ctrl:
		p.term.Keys("C-" + rest)
	case names[key] != "":
		p.term.Keys(names[key])
	default:
		p.term.Type(key)
	}
	p.did()
}

// Resize resizes the terminal.
func (p *presser) Resize(width, height int) {
	p.t.Helper()
	p.term.Resize(width, height)
	p.did()
}

// Click clicks on a cell.
func (p *presser) Click(x, y int) {
	p.t.Helper()
	p.term.Type(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
	p.did()
}

// Wheel turns the wheel by one notch.
func (p *presser) Wheel(x, y int, down bool) {
	p.t.Helper()
	button := 64
	if down {
		button = 65
	}
	p.term.Type(fmt.Sprintf("\x1b[<%d;%d;%dM", button, x+1, y+1))
	p.did()
}

// Screen returns the screen.
func (p *presser) Screen() string { return p.term.Screen() }
