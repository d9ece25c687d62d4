package frame_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// A fill is a tint on the rest of the slot. Without tints it is nothing. It
// moves no text.
func TestFill(t *testing.T) {
	draw := func(profile colorprofile.Profile, fill theme.Token) string {
		m := frame.Mode{}.Themed(theme.Options{Profile: profile})
		row := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: 4, Width: 20}, Text: "word", Fill: fill}}}
		return frame.Lines(m, 40, []frame.Line{row})[0]
	}
	for profile, filled := range map[colorprofile.Profile]bool{
		colorprofile.ANSI: false, colorprofile.ANSI256: true, colorprofile.TrueColor: true,
	} {
		with, without := draw(profile, theme.AddedLine), draw(profile, theme.Text)
		if (with != without) != filled {
			t.Errorf("%v: filled is %v: %q", profile, with != without, with)
		}
		if got, want := strings.TrimRight(ansi.Strip(with), " "), "    word"; got != want {
			t.Errorf("%v: the text is %q", profile, got)
		}
		if !filled {
			continue
		}
		_, rest, _ := strings.Cut(with, "word")
		if n := strings.Index(ansi.Strip(rest), strings.Repeat(" ", 16)); n != 0 || !strings.Contains(rest, strings.Repeat(" ", 16)) {
			t.Errorf("%v: the rest of the slot is %q", profile, rest)
		}
	}
}

// The text in the lower border and the tone of the border belong to one pane.
func TestBelowAndTone(t *testing.T) {
	m := frame.Mode{}.Themed(theme.Options{Profile: colorprofile.TrueColor})
	lines := func(head frame.Ruler) []string {
		body := []frame.Line{head, frame.Prose("one"), frame.Prose("two")}
		return frame.Draw(m, 120, 36, frame.Content{Body: []frame.Block{frame.One(body), frame.One([]frame.Line{frame.Title("other", "", false), frame.Prose("x")})}}).Lines
	}
	of := func(lines []string, mark string) string {
		for _, l := range lines {
			if strings.Contains(l, mark) {
				return l
			}
		}
		return ""
	}
	corner := m.Theme.Glyphs().Border.BottomLeft
	quiet := frame.Ruler{Title: "plan"}
	below := quiet
	below.Below = "rows 1-2 of 9"
	if got := ansi.Strip(of(lines(below), corner)); !strings.Contains(got, "rows 1-2 of 9") || ansi.StringWidth(got) != 120 {
		t.Errorf("the lower border is %q", got)
	}
	if got := strings.Join(lines(quiet), "\n"); strings.Contains(got, "rows") {
		t.Errorf("a pane without it has %q", got)
	}
	red := quiet
	red.Tone = theme.Danger
	focused := red
	focused.Focus = true
	if of(lines(red), corner) == of(lines(quiet), "╰") {
		t.Error("the tone does not change the border")
	}
	accent := quiet
	accent.Focus = true
	if of(lines(focused), corner) != of(lines(accent), "╰") {
		t.Error("the focus does not come before the tone")
	}
}
