package frame_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// chosen returns a layer with all parts: a title, a row with the cursor,
// buttons and text in its lower border.
func chosen(width int) *frame.Layer {
	return &frame.Layer{
		Lines: []frame.Line{
			frame.Title("copy", "user deploy", true),
			frame.Row{Cursor: true, Cells: []frame.Cell{{At: frame.At(4), Text: "value"}}, Evidence: "/bin/bash"},
			frame.Text("name"),
			nil,
			frame.Row{Cells: []frame.Cell{frame.Button(4, "No", true), frame.Button(14, "Yes", false)}},
		},
		Width: width, Foot: "nothing is run",
	}
}

func layered(mode frame.Mode, width, height int, c frame.Content, l *frame.Layer) frame.Frame {
	base := frame.Dim(frame.Draw(mode, width, height, c))
	return frame.Draw(mode, width, height, frame.Content{Base: base, Layer: l, Keys: frame.Keys{Keys: keys("enter does it"), Last: help}})
}

func TestLayerInEachMode(t *testing.T) {
	for name, mode := range modes {
		f := layered(mode, 64, 14, providers(), chosen(40))
		golden(t, "layer."+name, strings.ReplaceAll(f.String(), "\x1b", `\e`)+fmt.Sprintf("\ncursor %d,%d\n", f.CursorX, f.CursorY))
	}
}

// TestLayerOverEverySize checks that a layer keeps the width of every line and
// every cell next to it.
func TestLayerOverEverySize(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"true", "16", "ascii"} {
		mode := modes[name]
		for width := 1; width <= 250; width += 1 + width/12 {
			lines := make(checked)
			for height := 1; height <= 80; height += 1 + height/6 {
				for _, c := range []frame.Content{types120(), why120()} {
					plain := frame.Draw(mode, width, height, c)
					wide, _, _ := frame.LayerRoom(mode, width, height)
					f := layered(mode, width, height, c, chosen(min(wide, 60)))
					lines.inside(t, f, width, height)
					beneath(t, name, plain, f)
					c.Layer = &frame.Layer{Lines: []frame.Line{frame.Title("allowed", "", false), frame.Text("absent")}, Width: 30, Under: &frame.Under{Col: 9, Skip: 1}}
					f = frame.Draw(mode, width, height, c)
					lines.inside(t, f, width, height)
					beneath(t, name, plain, f)
				}
			}
		}
	}
}

// beneath compares the cells next to a layer with the frame below it. The last
// two rows belong to the layer.
func beneath(t interface {
	Helper()
	Errorf(string, ...any)
}, name string, plain, f frame.Frame,
) {
	t.Helper()
	if f.Layer.Width == 0 {
		return
	}
	for y := range max(0, len(f.Lines)-2) {
		want, got := ansi.Strip(plain.Lines[y]), ansi.Strip(f.Lines[y])
		if y < f.Layer.Y || y >= f.Layer.Y+f.Layer.Height {
			if want != got {
				t.Errorf("%s: row %d above or below the layer: %q, was %q", name, y, got, want)
			}
			continue
		}
		end := f.Layer.X + f.Layer.Width
		if l, r := ansi.Truncate(want, f.Layer.X, ""), ansi.Truncate(got, f.Layer.X, ""); strings.TrimRight(l, " ") != strings.TrimRight(r, " ") {
			t.Errorf("%s: row %d left of the layer: %q, was %q", name, y, r, l)
		}
		if l, r := ansi.TruncateLeft(want, end, ""), ansi.TruncateLeft(got, end, ""); l != r {
			t.Errorf("%s: row %d right of the layer: %q, was %q", name, y, r, l)
		}
	}
}

func TestLayerOverHostileText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(40, 160).Draw(t, "width"), rapid.IntRange(10, 60).Draw(t, "height")
		lines := []frame.Line{frame.Title("user", "1 of 9", true)}
		for range 20 {
			row := frame.Text(safe.Clean(rapid.SampledFrom(hostile).Draw(t, "text") + rapid.String().Draw(t, "more")))
			row.Cursor = rapid.Bool().Draw(t, "cursor")
			lines = append(lines, row)
		}
		c := frame.Content{Body: []frame.Block{frame.Two(width/2, lines, lines)}}
		for _, mode := range modes {
			inside(t, layered(mode, width, height, c, chosen(rapid.IntRange(1, width).Draw(t, "wide"))), width, height)
			c.Layer = &frame.Layer{Lines: lines, Width: rapid.IntRange(1, width).Draw(t, "wide"), Height: rapid.IntRange(1, height).Draw(t, "high"), Under: &frame.Under{Col: 5}}
			inside(t, frame.Draw(mode, width, height, c), width, height)
			c.Layer = nil
		}
	})
}

// TestLayerUnderAField checks where the allowed values of a field are shown:
// below its row, or above it if there is more room.
func TestLayerUnderAField(t *testing.T) {
	values := func(n int) *frame.Layer {
		l := &frame.Layer{Lines: []frame.Line{frame.Title("allowed", "tab takes", false)}, Width: 20, Under: &frame.Under{Col: 10, Skip: 1}}
		for range n {
			l.Lines = append(l.Lines, frame.Text("absent"))
		}
		return l
	}
	for _, c := range []struct {
		row, values int
		want        frame.Rect
	}{
		{2, 3, frame.Rect{X: 11, Y: 5, Width: 20, Height: 5}},
		{15, 3, frame.Rect{X: 11, Y: 11, Width: 20, Height: 5}},
		{8, 30, frame.Rect{X: 11, Y: 11, Width: 20, Height: 11}},
	} {
		lines := []frame.Line{frame.Title("user", "", true)}
		for i := range 18 {
			lines = append(lines, frame.Row{Cursor: i+1 == c.row, Cells: []frame.Cell{{At: frame.At(4), Text: "shell"}}})
		}
		f := frame.Draw(frame.Mode{}, 100, 24, frame.Content{Body: []frame.Block{frame.Two(50, lines, nil)}, Layer: values(c.values)})
		if f.Layer != c.want {
			t.Errorf("row %d, %d values: %+v, want %+v", c.row, c.values, f.Layer, c.want)
		}
		if f.CursorY != 1+c.row {
			t.Errorf("row %d: the cursor of the terminal is on row %d, and not in the field", c.row, f.CursorY)
		}
	}
}

func TestNoLayerForAScreenReader(t *testing.T) {
	if _, _, ok := frame.LayerRoom(frame.Mode{Plain: true}, 120, 36); ok {
		t.Error("what is below a layer would be read out too")
	}
	for size, want := range map[[2]int]bool{{60, 16}: true, {59, 36}: false, {80, 15}: false, {40, 10}: false} {
		if _, _, ok := frame.LayerRoom(frame.Mode{}, size[0], size[1]); ok != want {
			t.Errorf("%v: %v", size, ok)
		}
	}
}

// TestThumb checks the position of the thumb in a border, for windows of five
// rows.
func TestThumb(t *testing.T) {
	for _, c := range []struct {
		scroll frame.Scroll
		want   string
	}{
		{frame.Scroll{First: 0, Seen: 5, Of: 5}, "-----"},
		{frame.Scroll{}, "-----"},
		{frame.Scroll{First: 0, Seen: 5, Of: 10}, "##---"},
		{frame.Scroll{First: 1, Seen: 5, Of: 10}, "-##--"},
		{frame.Scroll{First: 4, Seen: 5, Of: 10}, "--##-"},
		{frame.Scroll{First: 5, Seen: 5, Of: 10}, "---##"},
		{frame.Scroll{First: 0, Seen: 5, Of: 100000}, "#----"},
		{frame.Scroll{First: 99995, Seen: 5, Of: 100000}, "----#"},
		{frame.Scroll{First: 0, Seen: 5, Of: 6}, "####-"},
		{frame.Scroll{First: 1, Seen: 5, Of: 6}, "-####"},
	} {
		lines := []frame.Line{frame.Title("user", "", false).Scrolled(c.scroll)}
		for range 5 {
			lines = append(lines, frame.Text("root"))
		}
		// A pane of five rows: line 1, two borders, message and keys take the
		// rest.
		f := frame.Draw(frame.Mode{ASCII: true}, 40, 10, frame.Content{Body: []frame.Block{frame.Two(20, lines, nil)}})
		got := ""
		for _, line := range f.Lines[2:7] {
			if ansi.Strip(line)[19] == '#' {
				got += "#"
			} else {
				got += "-"
			}
		}
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.scroll, got, c.want)
		}
	}
}

func TestButtons(t *testing.T) {
	row := frame.Row{Cells: []frame.Cell{frame.Button(4, "No", true), frame.Button(14, "Yes", false)}}
	for name, want := range map[string]string{
		"true": "      No        Yes", "256": "      No        Yes", "16": "    [ No ]    [ Yes ]",
		"nocolor": "    [ No ]    [ Yes ]", "ascii": "    [ No ]    [ Yes ]", "plain": "    [ No ]    [ Yes ]",
	} {
		got := frame.Lines(modes[name], 40, []frame.Line{row})[0]
		if strings.TrimRight(ansi.Strip(got), " ") != want {
			t.Errorf("%s: %q, want %q", name, ansi.Strip(got), want)
		}
		ink := modes[name].Theme.Ink(theme.Button, theme.Plain)
		if !strings.Contains(got, ink.Open+"  No") && !strings.Contains(got, ink.Open+"[ No") {
			t.Errorf("%s: the focus is not seen: %q", name, got)
		}
	}
}

// BenchmarkLayer draws a layer of 40 rows over a dimmed screen, as each key in
// it does.
func BenchmarkLayer(b *testing.B) {
	mode := modes["true"]
	base := frame.Dim(frame.Draw(mode, 200, 60, types120()))
	l := chosen(120)
	for range 36 {
		l.Lines = append(l.Lines, frame.Row{Cells: []frame.Cell{{At: frame.At(4), Text: "package"}, {At: frame.At(20), Text: "nginx", Style: theme.Match}}, Evidence: "basket 3"})
	}
	b.Run("kept", func(b *testing.B) {
		for b.Loop() {
			frame.Draw(mode, 200, 60, frame.Content{Base: base, Layer: l})
		}
	})
	b.Run("dimmed", func(b *testing.B) {
		for b.Loop() {
			frame.Dim(frame.Draw(mode, 200, 60, types120()))
		}
	})
	c := why120()
	c.Layer = &frame.Layer{Lines: l.Lines[:12], Width: 60, Under: &frame.Under{Col: 9}}
	b.Run("under", func(b *testing.B) {
		for b.Loop() {
			frame.Draw(mode, 200, 60, c)
		}
	})
}
