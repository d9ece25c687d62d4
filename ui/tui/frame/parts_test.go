package frame_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
)

func bare(width, height int, c frame.Content) []string {
	return strings.Split(ansi.Strip(frame.Draw(frame.Mode{}, width, height, c).String()), "\n")
}

func TestKeysAreDroppedWholeAndHelpNever(t *testing.T) {
	c := types120()
	for width, want := range map[int]string{
		120: " enter instances   w providers and why   / filter   n new   f facts   : jump" + strings.Repeat(" ", 37) + "? help",
		70:  " enter instances   w providers and why   / filter   n new      ? help",
		68:  " enter instances   w providers and why   / filter   n new    ? help",
		40:  " enter instances                 ? help",
	} {
		got := bare(width, 24, c)[23]
		if got != want {
			t.Errorf("%d: %q, want %q", width, got, want)
		}
	}
}

// A span can begin with a byte that joins the previous character; the whole is
// then wider than its parts.
func TestSpansThatJoinStayInside(t *testing.T) {
	var more []frame.Span
	for range 30 {
		more = append(more, frame.Span{Text: "\ufe0f"}, frame.Span{Text: "#"})
	}
	c := frame.Content{Body: []frame.Block{frame.One([]frame.Line{frame.Row{Cells: []frame.Cell{{At: frame.At(4), Text: "#", More: more}}}})}}
	inside(t, frame.Draw(frame.Mode{}, 40, 10, c), 40, 10)
}
