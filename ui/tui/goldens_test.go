package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"ralsh/ui/tui/frame"
)

// drawnSizes are the sizes of the drawings; the modes are drawn at 80x24.
var drawnSizes = [][2]int{{120, 36}, {80, 24}, {60, 20}, {40, 12}}

// drawnModes are the modes by name. Those in colour are held with their escape
// sequences.
var drawnModes = map[string]frame.Mode{
	"dark": {}, "light": {Light: true}, "nocolor": {NoColor: true}, "ascii": {ASCII: true}, "plain": {Plain: true},
}

// holdDrawing compares a drawing with testdata/<name>; RALSH_GOLDEN=1 writes it.
func holdDrawing(t testing.TB, name, got string) {
	t.Helper()
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

// drawn is a frame as text: its looks written as \e[1m where they matter.
func drawn(mode string, f frame.Frame) string {
	text := f.String()
	switch mode {
	case "dark", "light", "nocolor":
		return strings.ReplaceAll(text, "\x1b", `\e`) + fmt.Sprintf("\ncursor %d,%d\n", f.CursorX, f.CursorY)
	}
	return ansi.Strip(text) + fmt.Sprintf("\ncursor %d,%d\n", f.CursorX, f.CursorY)
}

const looks = `((?:\\e\[[0-9;]*m)*)`

// Times differ from run to run; all that is shown of them is their place.
var times = regexp.MustCompile(`([─━=-]*)` + looks + `( *)` + looks + `([0-9]+(?:\.[0-9])? (?:ms|s))\b`)

// evidence is a time behind a text at the end of a rule, or of blanks where a mode
// has no rules.
var evidence = regexp.MustCompile(`([─━=-]{2,}|  {3,})` + looks + `( ?[^─━\n]*?\S {2})([0-9]+(?:\.[0-9])? (?:ms|s))\b`)

// The times side by side begin at their column.
var (
	readIn = regexp.MustCompile(`(?m)^.*read in  .*$`)
	began  = regexp.MustCompile(`[0-9]+(?:\.[0-9])? (?:ms|s)\b *`)
)

// line is where a test of the fixtures is written, which moves with each edit.
var line = regexp.MustCompile(`_test\.go:[0-9]+`)

// withoutTimes gives each time behind a blank the same width, at the cost of the
// blanks before it, or of the rule; lines of the fixtures have no number.
func withoutTimes(screen string) string {
	screen = line.ReplaceAllStringFunc(screen, func(place string) string {
		return "_test.go:" + strings.Repeat("0", len(place)-len("_test.go:"))
	})
	screen = readIn.ReplaceAllStringFunc(screen, func(line string) string {
		return began.ReplaceAllStringFunc(line, func(time string) string {
			return "0.0 ms" + strings.Repeat(" ", max(0, len(time)-len("0.0 ms")))
		})
	})
	screen = evidence.ReplaceAllStringFunc(screen, func(found string) string {
		m := evidence.FindStringSubmatch(found)
		rule := []rune(m[1])
		width := max(1, len(rule)+len(m[4])-len("0.0 ms"))
		return strings.Repeat(string(rule[0]), width) + m[2] + m[3] + "0.0 ms"
	})
	return times.ReplaceAllStringFunc(screen, func(found string) string {
		m := times.FindStringSubmatch(found)
		rule, blanks, time := m[1], m[3], m[5]
		if blanks == "" {
			return found
		}
		for n := len(time) - len("0.0 ms"); n != 0; {
			step := 1
			if n < 0 {
				step = -1
			}
			switch r := []rune(rule); {
			case len(r) > 1:
				if rule = string(r[1:]); step > 0 {
					rule = string(r) + string(r[0])
				}
			case step > 0 || len(blanks) > 1:
				if step > 0 {
					blanks += " "
				} else {
					blanks = blanks[1:]
				}
			}
			n -= step
		}
		return rule + m[2] + blanks + m[4] + "0.0 ms"
	})
}

// matrix are sizes from the least to the largest, and some that are too small.
// Under the race detector, which finds nothing in widths, they are few.
func matrix() [][2]int {
	sizes := [][2]int{{20, 5}, {1, 1}, {36, 8}, {39, 10}, {40, 9}, {250, 9}}
	if raced {
		return append(sizes, [2]int{40, 10}, [2]int{80, 24}, [2]int{250, 80})
	}
	for _, w := range []int{40, 47, 59, 60, 79, 80, 99, 100, 109, 110, 120, 170, 250} {
		for _, h := range []int{10, 11, 12, 16, 20, 23, 24, 36, 80} {
			sizes = append(sizes, [2]int{w, h})
		}
	}
	return sizes
}

// holdMatrix draws at every size in every mode: nothing overflows, no control is
// written, and the terminal's cursor stands on a >, or in what is typed in or
// chosen among. parks is false for a screen without a row to be on.
func holdMatrix(t testing.TB, name string, parks bool, draw func(m frame.Mode, width, height int) frame.Frame) {
	t.Helper()
	for _, size := range matrix() {
		for mode, m := range drawnModes {
			f := draw(m, size[0], size[1])
			where := fmt.Sprintf("%s at %dx%d, %s", name, size[0], size[1], mode)
			inside(t, where, f, size[0], size[1])
			small := size[0] < frame.LeastWidth || size[1] < frame.LeastHeight
			switch {
			case small != (f.CursorX < 0) && (parks || small):
				t.Errorf("%s: the cursor is at %d,%d\n%s", where, f.CursorX, f.CursorY, ansi.Strip(f.String()))
			case f.CursorX < 0:
			case f.CursorX >= size[0] || f.CursorY >= size[1]-2:
				t.Errorf("%s: the cursor is at %d,%d, outside of the body", where, f.CursorX, f.CursorY)
			case !strings.ContainsAny(margin(f), ">"):
				t.Errorf("%s: the line of the cursor, %d, has no >: %q", where, f.CursorY, ansi.Strip(f.Lines[f.CursorY]))
			}
		}
		if t.Failed() {
			return
		}
	}
}

// margin are the cells left of the cursor's place and its own.
func margin(f frame.Frame) string {
	return ansi.Truncate(ansi.Strip(f.Lines[f.CursorY]), f.CursorX+1, "")
}
