package frame_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

var modes = map[string]frame.Mode{
	"true":    frame.Mode{}.Themed(theme.Options{Profile: colorprofile.TrueColor}),
	"light":   frame.Mode{}.Themed(theme.Options{Profile: colorprofile.TrueColor, Light: true}),
	"strong":  frame.Mode{}.Themed(theme.Options{Profile: colorprofile.TrueColor, HighContrast: true}),
	"256":     frame.Mode{}.Themed(theme.Options{Profile: colorprofile.ANSI256}),
	"16":      frame.Mode{}.Themed(theme.Options{Profile: colorprofile.ANSI}),
	"16light": frame.Mode{}.Themed(theme.Options{Profile: colorprofile.ANSI, Light: true}),
	"nocolor": frame.Mode{}.Themed(theme.Options{Profile: colorprofile.ASCII}),
	"ascii":   frame.Mode{ASCII: true}.Themed(theme.Options{Profile: colorprofile.ANSI256}),
	"plain":   frame.Mode{Plain: true}.Themed(theme.Options{Profile: colorprofile.ANSI256}),
}

// ours matches the SGR sequences of the styles.
var ours = regexp.MustCompile("\x1b\\[[0-9;:]*m")

type reporter interface{ Errorf(string, ...any) }

func inside(t reporter, f frame.Frame, width, height int) {
	make(checked).inside(t, f, width, height)
}

// checked holds the widths of checked lines. Most lines of a screen are the
// same at the next height.
type checked map[string]int

func (c checked) inside(t reporter, f frame.Frame, width, height int) {
	if len(f.Lines) != height {
		t.Errorf("%dx%d: %d lines", width, height, len(f.Lines))
	}
	for i, line := range f.Lines {
		w, ok := c[line]
		if !ok {
			w = ansi.StringWidth(line)
			if problem := flaw(line); problem != "" {
				t.Errorf("%dx%d: line %d %s: %q", width, height, i, problem, line)
			} else {
				c[line] = w
			}
		}
		if w > width {
			t.Errorf("%dx%d: line %d has %d cells: %q", width, height, i, w, line)
		}
	}
	if f.CursorX >= width || f.CursorY >= height {
		t.Errorf("%dx%d: cursor at %d,%d", width, height, f.CursorX, f.CursorY)
	}
}

// flaw returns what is wrong with a line of any width.
func flaw(line string) string {
	bare := ours.ReplaceAllString(line, "")
	if strings.ContainsFunc(bare, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
		return "has a control"
	}
	if line != "" && !strings.HasSuffix(line, "\x1b[m") && strings.LastIndex(line, "\x1b[") > strings.LastIndex(line, "\x1b[m") {
		return "leaves a look on"
	}
	return ""
}

func TestEverySizeInEveryMode(t *testing.T) {
	t.Parallel()
	contents := []frame.Content{types120(), types80(), why120(), instance80()}
	for name, mode := range modes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for width := 1; width <= 250; width += 1 + width/16 {
				lines := make(checked)
				for height := 1; height <= 80; height += 1 + height/8 {
					for _, c := range contents {
						lines.inside(t, frame.Draw(mode, width, height, c), width, height)
					}
				}
			}
		})
	}
}

var hostile = []string{
	"\x1b[2J\x1b]0;x\a", "日本語のユーザー名", "e\u0301\u0302\u0303", "\u0301", "\u202eexe.txt", strings.Repeat("x", 300), "",
	"👨‍👩‍👧", "🇩🇪🇫🇷🇩", "🏻", "1\ufe0f\u20e3", "\xff\xfe", "a\nb", "ﷺ", "ᄀ", "ᅡ", "क्षि", "각",
}

func TestHostileContentStaysInside(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := func() safe.Text {
			return safe.Clean(rapid.OneOf(rapid.SampledFrom(hostile), rapid.String()).Draw(t, "text"))
		}
		sign := rapid.SampledFrom([]frame.Sign{0, '=', '~', '+', '-', '!', 'x', '?', '^', '*', '.', 'o', 'Z'})
		yes := rapid.Bool()
		token := rapid.Map(rapid.IntRange(0, int(theme.Button)), func(i int) theme.Token { return theme.Token(i) })
		width := rapid.IntRange(1, 250).Draw(t, "width")
		height := rapid.IntRange(1, 80).Draw(t, "height")
		columns := make([]frame.Column, rapid.IntRange(1, 5).Draw(t, "columns"))
		for i := range columns {
			n := rapid.IntRange(0, 40)
			columns[i] = frame.Column{
				Title: text(), Min: n.Draw(t, "min"), Ideal: n.Draw(t, "ideal"), Grow: rapid.IntRange(0, 3).Draw(t, "grow"),
				Drop: rapid.IntRange(0, 4).Draw(t, "drop"), Right: yes.Draw(t, "right"), Middle: yes.Draw(t, "middle"),
			}
		}
		pane := func(width int) []frame.Line {
			slots := frame.Columns(columns, width, 0)
			head := frame.Titles(columns, slots, yes.Draw(t, "focus"))
			head.Title, head.Sub, head.Evidence, head.Last = text(), text(), text(), text()
			var out []frame.Line
			for range 3 {
				row := frame.Row{
					Cursor: yes.Draw(t, "cursor"), Selected: yes.Draw(t, "selected"), Sign: sign.Draw(t, "sign"), Muted: yes.Draw(t, "muted"),
					Cells: frame.Cells(slots, text(), text(), text()), Evidence: text(),
				}
				if len(row.Cells) > 0 {
					row.Cells[0].More = []frame.Span{{Text: text(), Style: token.Draw(t, "token")}, {Text: text()}}
				}
				out = append(out, head, row, frame.Text(text()), nil)
			}
			return out
		}
		at := rapid.IntRange(0, width).Draw(t, "at")
		c := frame.Content{
			Top:     frame.Top{Crumbs: []safe.Text{text(), text(), text()}, Chip: text(), Right: []frame.Span{{Text: text()}, {Text: text()}}},
			Body:    []frame.Block{frame.One(pane(width)), frame.Two(at, pane(at), pane(width-at)), {{Lines: pane(at), Width: at / 2}, {Lines: pane(at), Width: at, Under: pane(at)}, {Lines: pane(at), Under: pane(at)}}},
			Foot:    frame.Foot{Lines: pane(width)},
			Message: frame.Message{Sign: sign.Draw(t, "sign"), Text: text(), Evidence: text()},
			Keys:    frame.Keys{Prefix: text(), Keys: []frame.Key{{Name: text(), What: text()}}, Last: frame.Key{Name: "?", What: "help"}},
			Kept:    text(),
			Running: text(),
		}
		mode := modes[rapid.SampledFrom(slices.Sorted(maps.Keys(modes))).Draw(t, "mode")]
		inside(t, frame.Draw(mode, width, height, c), width, height)
	})
}

// In a pane of one cell at the right end the cursor has no second cell.
func TestCursorInANarrowPane(t *testing.T) {
	c := frame.Content{Body: []frame.Block{frame.Two(48, []frame.Line{nil}, []frame.Line{frame.Row{Cursor: true}})}}
	inside(t, frame.Draw(frame.Mode{}, 49, 21, c), 49, 21)
}

func TestASCIIChromeIsASCII(t *testing.T) {
	for _, c := range []frame.Content{types120(), why120(), instance80()} {
		for i, line := range frame.Draw(frame.Mode{ASCII: true}, 100, 30, c).Lines {
			if !safe.Clean(ansi.Strip(line)).ASCII() {
				t.Errorf("line %d: %q", i, line)
			}
		}
	}
}

func TestArrange(t *testing.T) {
	foot := frame.Foot{Lines: make([]frame.Line, 9)}
	asks := frame.Foot{Lines: make([]frame.Line, 5), Keep: true}
	for _, c := range []struct {
		width, height int
		foot          frame.Foot
		want          frame.Layout
	}{
		{120, 36, foot, frame.Layout{Split: true, Top: 2, Body: 26, Foot: 6}},
		{80, 24, foot, frame.Layout{Top: 1, Body: 15, Foot: 6}},
		{80, 23, foot, frame.Layout{Top: 1, Body: 20}},
		{80, 20, asks, frame.Layout{Top: 1, Body: 12, Foot: 5}},
		{59, 24, frame.Foot{}, frame.Layout{Top: 1, Body: 21, Columns: 2}},
		{40, 10, asks, frame.Layout{Top: 1, Body: 2, Foot: 5, Columns: 2}},
		{39, 10, foot, frame.Layout{Small: true, Top: 1}},
		{40, 9, foot, frame.Layout{Small: true, Top: 1}},
		{100, 24, frame.Foot{}, frame.Layout{Split: true, Top: 1, Body: 21}},
	} {
		c.want.Width, c.want.Height = c.width, c.height
		if got := frame.Arrange(c.width, c.height, c.foot); got != c.want {
			t.Errorf("%dx%d: %+v, want %+v", c.width, c.height, got, c.want)
		}
	}
}

func TestDivide(t *testing.T) {
	for width := 100; width <= 250; width++ {
		for shift := -200; shift <= 200; shift += 25 {
			at := frame.Arrange(width, 36, frame.Foot{}).Divide(72, shift)
			if at < 30 || at > width-30 {
				t.Errorf("%d, shifted by %d: %d", width, shift, at)
			}
		}
	}
	if at := frame.Arrange(120, 36, frame.Foot{}).Divide(54, 0); at != 54 {
		t.Errorf("at the width of the drawings: %d", at)
	}
}

func BenchmarkDraw120x36(b *testing.B) {
	for name, c := range map[string]frame.Content{"types": types120(), "why": why120()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_ = frame.Draw(modes["true"], 120, 36, c)
			}
		})
	}
}

func ExampleDraw() {
	f := frame.Draw(frame.Mode{ASCII: true}, 40, 10, frame.Content{
		Top:     frame.Top{Crumbs: []safe.Text{"types"}, Right: []frame.Span{{Text: "web1"}, {Text: "root"}}},
		Body:    []frame.Block{frame.One([]frame.Line{frame.Title("type", "", true), frame.Text("service")})},
		Message: frame.Message{Evidence: "1.9 s"},
		Keys:    frame.Keys{Last: frame.Key{Name: "?", What: "help"}},
	})
	fmt.Println(strings.TrimSpace(ansi.Strip(f.Lines[0])))
	fmt.Println(ansi.Strip(f.Lines[1]))
	// Output:
	// types                        web1  root
	// = type =================================
}

// If the note of what is not lost does not fit on one line, it is wrapped.
func TestSmallWrapsWhatIsKept(t *testing.T) {
	text := frame.Draw(frame.Mode{}, 30, 8, frame.Content{Kept: "2 drafts of this session"}).String()
	for _, want := range []string{"Kept:", "2 drafts of this session.", "make it larger, or q quits"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
}
