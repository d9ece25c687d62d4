package kittest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// DrawnSizes returns the sizes of the drawings. HoldMatrix checks other sizes.
func DrawnSizes() [][2]int { return [][2]int{{120, 36}} }

// DrawnModes returns the modes by name.
var DrawnModes = sync.OnceValue(func() map[string]frame.Mode {
	return map[string]frame.Mode{
		"true":    frame.Mode{}.Themed(theme.Options{Profile: colorprofile.TrueColor}),
		"nocolor": frame.Mode{}.Themed(theme.Options{Profile: colorprofile.ASCII}),
		"ascii":   frame.Mode{ASCII: true}.Themed(theme.Options{Profile: colorprofile.ANSI}),
		"plain":   frame.Mode{Plain: true}.Themed(theme.Options{}),
	}
})

// Mode returns a mode with its theme. It makes the theme of the zero Mode once,
// where frame.Draw makes a theme for each frame.
func Mode(m frame.Mode) frame.Mode {
	if m == (frame.Mode{}) {
		return zeroMode()
	}
	return m
}

var zeroMode = sync.OnceValue(func() frame.Mode {
	return frame.Mode{}.Themed(theme.Options{Profile: colorprofile.ANSI256})
})

// HoldDrawing compares a drawing with testdata/<name>. RALSH_GOLDEN=1 writes
// it.
func HoldDrawing(t testing.TB, name, got string) {
	t.Helper()
	if text := repeated(got); text != "" {
		t.Errorf("%s: the message is also in the body: %q", name, text)
	}
	file := filepath.Join("testdata", name)
	if os.Getenv("RALSH_GOLDEN") == "1" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (RALSH_GOLDEN=1 writes it)", err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("%s differs:\n%s", file, d)
	}
}

// repeated returns the message of a drawing if the body also shows it.
func repeated(screen string) string {
	const least = 12 // cells of a sentence
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	if len(lines) < 4 {
		return ""
	}
	text, _, _ := strings.Cut(strings.TrimLeft(lines[len(lines)-2], " !?^xo"), "   ")
	if body := strings.Join(lines[:len(lines)-2], "\n"); len(text) >= least && strings.Contains(body, text) {
		return text
	}
	return ""
}

// WithoutLines replaces the line numbers of source files on a screen with zeros
// of the same width, because each edit of the fixtures changes them.
func WithoutLines(screen string) string {
	line := regexp.MustCompile(`\.go:[0-9]+`)
	return line.ReplaceAllStringFunc(screen, func(place string) string {
		return ".go:" + strings.Repeat("0", len(place)-len(".go:"))
	})
}

// matrix returns sizes from the least to the largest, and some that are smaller
// than the minimum. Under the race detector, which does not depend on widths,
// it returns few.
func matrix() [][2]int {
	sizes := [][2]int{{20, 5}, {1, 1}, {36, 8}, {39, 10}, {40, 9}, {250, 9}}
	if Raced {
		return append(sizes, [2]int{40, 10}, [2]int{80, 24}, [2]int{250, 80})
	}
	for _, w := range []int{40, 47, 59, 60, 79, 80, 99, 100, 109, 110, 120, 170, 250} {
		for _, h := range []int{10, 11, 12, 16, 20, 23, 24, 36, 80} {
			sizes = append(sizes, [2]int{w, h})
		}
	}
	return sizes
}

// HoldMatrix draws at every size in every mode. It checks that no line
// overflows, that no control character is written, that no style leaves its
// pane, and that the terminal's cursor is on the bar of a row, in a field or on
// an option. If parks is false, the screen has no row for the cursor, which may
// then be where the body begins.
func HoldMatrix(t testing.TB, name string, parks bool, draw func(m frame.Mode, width, height int) frame.Frame) {
	t.Helper()
	modes, clean := DrawnModes(), make(map[string]int)
	for _, size := range matrix() {
		for mode, m := range modes {
			f := draw(m, size[0], size[1])
			where := fmt.Sprintf("%s at %dx%d, %s", name, size[0], size[1], mode)
			inside(t, where, f, size[0], size[1], clean)
			small := size[0] < frame.LeastWidth || size[1] < frame.LeastHeight
			switch row := strings.ContainsAny(margin(f), "▌>") || onAnswer(f); {
			case small && (f.CursorX != 0 || f.CursorY != 0):
				t.Errorf("%s: too small, and the cursor is at %d,%d", where, f.CursorX, f.CursorY)
			case small:
			case f.CursorX < 0 || f.CursorX >= size[0] || f.CursorY < 0 || f.CursorY >= size[1]-2:
				t.Errorf("%s: the cursor is at %d,%d, outside of the body", where, f.CursorX, f.CursorY)
			case row && pointed(f) && f.CursorY == 0:
				t.Errorf("%s: the cursor is in line 1, and a row has the bar:\n%s", where, ansi.Strip(f.String()))
			case !row && (parks || f.CursorX != 0 || f.CursorY > 2 || pointed(f)):
				t.Errorf("%s: the cursor is at %d,%d, where there is no bar:\n%s", where, f.CursorX, f.CursorY, ansi.Strip(f.String()))
			}
		}
		if t.Failed() {
			return
		}
	}
}

// pointed reports whether a row of the screen has the bar of the cursor.
func pointed(f frame.Frame) bool {
	return slices.ContainsFunc(f.Lines, func(line string) bool { return strings.Contains(line, "▌") })
}

func onAnswer(f frame.Frame) bool {
	answer := strings.TrimLeft(ansi.TruncateLeft(ansi.Strip(f.Lines[f.CursorY]), f.CursorX, ""), " [")
	return strings.HasPrefix(answer, "No, ") || strings.HasPrefix(answer, "Yes, ")
}

// margin returns the cells up to and including the cursor.
func margin(f frame.Frame) string {
	return ansi.Truncate(ansi.Strip(f.Lines[f.CursorY]), f.CursorX+1, "")
}

// Inside checks that the frame fits the terminal, contains no control character, and has
// no style that leaves its pane.
func Inside(t testing.TB, where string, f frame.Frame, width, height int) {
	t.Helper()
	inside(t, where, f, width, height, make(map[string]int))
}

// inside is Inside. clean holds the widths of checked lines without controls,
// because most lines of a screen are the same at the next height.
func inside(t testing.TB, where string, f frame.Frame, width, height int, clean map[string]int) {
	t.Helper()
	if len(f.Lines) != height {
		t.Errorf("%s: %d lines", where, len(f.Lines))
	}
	for i, line := range f.Lines {
		w, ok := clean[line]
		if !ok {
			w = ansi.StringWidth(line)
			if diff := control(line); diff != "" {
				t.Errorf("%s: line %d holds %s", where, i, diff)
			} else if diff := edges(line); diff != "" {
				t.Errorf("%s: line %d has %s:\n%s", where, i, diff, ansi.Strip(line))
			} else {
				clean[line] = w
			}
		}
		if w > width {
			t.Errorf("%s: line %d has %d cells: %q", where, i, w, line)
		}
	}
}

// control returns the control character or the foreign sequence that a line
// contains.
func control(line string) string {
	text := ansi.Strip(line)
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x202e }) {
		return fmt.Sprintf("a control: %q", text)
	}
	for seq := range strings.SplitSeq(line, "\x1b") {
		if seq != line && seq != "" && seq[0] != '[' && !strings.HasPrefix(line, seq) {
			return fmt.Sprintf("a sequence that is not ours: %q", seq)
		}
	}
	return ""
}
