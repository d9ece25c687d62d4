package frame_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
)

// A pane below another one has its own border and focus, and the remaining
// height.
func TestPaneUnderAnother(t *testing.T) {
	left := []frame.Line{frame.Title("list", "", false), frame.Row{Cursor: true, Cells: []frame.Cell{{At: frame.At(4), Text: "one"}}}}
	right := []frame.Line{frame.Title("shell", "", false), frame.Prose("a program")}
	under := []frame.Line{frame.Title("connected", "2", true), frame.Row{Cells: []frame.Cell{{At: frame.At(4), Text: "group"}}}, frame.Row{Cursor: true, Cells: []frame.Cell{{At: frame.At(4), Text: "file"}}}}
	body := frame.Block{{Lines: left, Width: 30}, {Lines: right, Under: under}}
	f := frame.Draw(frame.Mode{ASCII: true}, 60, 14, frame.Content{Body: []frame.Block{body}})
	var got []string
	for _, l := range f.Lines[1:12] {
		got = append(got, ansi.Strip(l)[30:])
	}
	want := []string{
		"+- shell --------------------+",
		"| a program                  |",
		"+----------------------------+",
	}
	for i, w := range want {
		if got[i] != w {
			t.Errorf("row %d: %q, want %q", i, got[i], w)
		}
	}
	if !strings.Contains(got[3], "connected") || !strings.HasPrefix(got[10], "+") || !strings.Contains(got[5], "file") {
		t.Errorf("the pane below:\n%s", strings.Join(got, "\n"))
	}
	if f.CursorX != 31 || f.CursorY != 6 {
		t.Errorf("the cursor is at %d,%d", f.CursorX, f.CursorY)
	}
}
