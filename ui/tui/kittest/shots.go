package kittest

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// Frame draws the top screen.
func (st *Stage) Frame() frame.Frame {
	c := st.Top().View(st.W, st.H)
	for _, s := range st.Stack {
		c.Top.Crumbs = append(c.Top.Crumbs, s.Crumb())
	}
	c.Top.Right = []frame.Span{{Text: safe.Clean(st.Sh.Session.HostName())}, {Text: safe.Clean(st.Sh.Session.User.Name)}}
	c.Keys = kit.WithHelp(st.Sh, st.Top(), c.Keys)
	return frame.Draw(st.Sh.Mode, st.W, st.H, c)
}

// Text returns the top screen without styles.
func (st *Stage) Text() string {
	return ansi.Strip(st.Frame().String()) + "\n"
}

// Golden compares the screen with testdata, and checks it at all sizes in each
// mode.
func (st *Stage) Golden(name string) {
	st.T.Helper()
	for _, size := range DrawnSizes() {
		st.W, st.H = size[0], size[1]
		HoldDrawing(st.T, fmt.Sprintf("%s.%dx%d", name, st.W, st.H), st.Text())
	}
	HoldMatrix(st.T, name, true, st.Draw)
	st.Draw(frame.Mode{}, 120, 36)
}

// Draw draws the screen in a mode at a size.
func (st *Stage) Draw(m frame.Mode, width, height int) frame.Frame {
	st.Sh.Mode, st.W, st.H = Mode(m), width, height
	return st.Frame()
}

// Sees fails unless the screen shows each text.
func (st *Stage) Sees(texts ...string) {
	st.T.Helper()
	shown := st.Text()
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			st.T.Errorf("the screen does not show %q:\n%s", text, shown)
		}
	}
}

// LastMessage returns the last message, or "".
func (st *Stage) LastMessage() string {
	if len(st.Messages) == 0 {
		return ""
	}
	return string(st.Messages[len(st.Messages)-1].Text)
}

// AtRow reports whether the cursor of a screen is on the row with a name.
func AtRow(screen, name string) bool {
	return regexp.MustCompile(`[▌>]\s*(\S )?\s*` + regexp.QuoteMeta(name) + `\s`).MatchString(screen)
}

// Hostile is text that a terminal would execute, or that is wider than it
// looks.
const Hostile = "a\x1b[31mb\u202e\x07\u009b字字\u0301" + "\xff"

// ours matches the SGR sequences of the styles.
func ours() *regexp.Regexp { return regexp.MustCompile(`\x1b\[[0-9;:]*m`) }

// Sizes draws the screen at sizes from the least to the largest.
func Sizes(st *Stage, name string) {
	st.T.Helper()
	for _, mode := range DrawnModes() {
		st.Sh.Mode = mode
		for _, size := range [][2]int{{40, 10}, {59, 16}, {60, 20}, {79, 24}, {80, 24}, {99, 30}, {100, 24}, {109, 24}, {120, 36}, {250, 80}, {20, 5}} {
			st.W, st.H = size[0], size[1]
			lines := st.Frame().Lines
			where := fmt.Sprintf("%s at %dx%d %+v", name, st.W, st.H, mode)
			if len(lines) > st.H {
				st.T.Errorf("%s: %d lines", where, len(lines))
			}
			for i, line := range lines {
				if ansi.StringWidth(line) > st.W {
					st.T.Errorf("%s: line %d is %d cells wide", where, i+1, ansi.StringWidth(line))
				}
				if rest := ours().ReplaceAllString(line, ""); strings.ContainsAny(rest, "\x1b\x07\u009b\u202e") {
					st.T.Errorf("%s: line %d holds a control: %q", where, i+1, rest)
				}
			}
		}
	}
	st.Sh.Mode = Mode(frame.Mode{})
	st.W, st.H = 120, 36
}
