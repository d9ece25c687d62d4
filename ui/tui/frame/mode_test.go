package frame_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// providers returns a screen with everything that modes draw differently:
// borders, a cursor in a focused pane and in another pane, badges, a filter, a
// difference, a foot and a message.
func providers() frame.Content {
	columns := []frame.Column{
		{Title: "provider", Min: 10},
		{Title: "score", Min: 5, Gap: 3, Right: true},
	}
	slots := frame.Columns(columns, 28, 0)
	head := frame.Titles(columns, slots, true).Named("providers", "3 of 9")
	list := append([]frame.Line{head}, rows(slots, "> * debian|7", "  ! pip|-", "  o gem|87")...)
	chosen := list[2].(frame.Row)
	chosen.Selected = true
	list[2] = chosen
	right := []frame.Line{
		frame.Title("debian", "0.3 ms", false),
		frame.Row{Cursor: true, Cells: []frame.Cell{{At: frame.At(4), Text: "default", Style: theme.BadgeAccent}}, Evidence: "exact"},
		frame.Row{Sign: frame.SignRemoves, Cells: []frame.Cell{{At: frame.At(4), Text: "/bin/", Style: theme.RemovedLine, More: []frame.Span{{Text: "sh", Style: theme.RemovedWord}}}}},
		frame.Title("features", "2", false),
	}
	return frame.Content{
		Top:       frame.Top{Crumbs: crumbs("types", "service", "why"), Chip: "/d 3 of 9", Right: []frame.Span{{Text: "web1", Style: theme.Strong}, {Text: "root", Style: theme.BadgeNeutral}}},
		Body:      []frame.Block{frame.Two(30, list, right)},
		Foot:      frame.Foot{Lines: []frame.Line{frame.Title("who is the default", "why: w", false), frame.Text("debian")}, Keep: true},
		Message:   frame.Message{Sign: frame.SignNeeds, Text: "pip did not list", Evidence: "3 ms"},
		Keys:      frame.Keys{Keys: keys("enter tests|y copy|c command"), Last: help},
		BusyPulse: true,
	}
}

// TestModes checks one screen in each mode, with its escape sequences.
func TestModes(t *testing.T) {
	for name, mode := range modes {
		t.Run(name, func(t *testing.T) {
			f := frame.Draw(mode, 64, 12, providers())
			golden(t, "mode."+name, strings.ReplaceAll(f.String(), "\x1b", `\e`)+fmt.Sprintf("\ncursor %d,%d\n", f.CursorX, f.CursorY))
		})
	}
}

// TestStatesWithoutColour checks that rows with different meanings differ in
// characters or attributes without colours.
func TestStatesWithoutColour(t *testing.T) {
	text := []frame.Cell{{At: frame.At(4), Text: "deploy"}}
	rows := map[string]frame.Row{
		"plain": {Cells: text}, "cursor": {Cells: text, Cursor: true}, "selected": {Cells: text, Selected: true},
		"needs you": {Cells: text, Sign: frame.SignNeeds}, "cannot": {Cells: text, Sign: frame.SignCannot},
		"changes": {Cells: text, Sign: frame.SignChanges}, "moved": {Cells: text, Sign: frame.SignMoved},
	}
	for _, name := range []string{"nocolor", "ascii", "plain"} {
		for _, focus := range []bool{true, false} {
			seen := make(map[string]string)
			for what, row := range rows {
				pane := []frame.Line{frame.Title("user", "", focus), row}
				f := frame.Draw(modes[name], 100, 20, frame.Content{Body: []frame.Block{frame.Two(50, pane, nil)}})
				if other, twice := seen[f.Lines[2]]; twice {
					t.Errorf("%s: %s and %s look the same: %q", name, what, other, f.Lines[2])
				}
				seen[f.Lines[2]] = what
			}
		}
	}
}

func TestOneRowOneSign(t *testing.T) {
	order := []frame.Sign{
		frame.SignNeeds, frame.SignCannot, frame.SignMoved, frame.SignChanges, frame.SignUnknown,
		frame.SignWorks, frame.SignWaits, frame.SignInSync, frame.SignDefault, frame.NoSign,
	}
	for i, strong := range order {
		for _, weak := range order[i:] {
			if got := frame.Strongest(weak, strong); got != strong {
				t.Errorf("of %c and %c: %c", strong, weak, got)
			}
		}
	}
}

func TestCursorIsParked(t *testing.T) {
	if f := frame.Draw(frame.Mode{}, 120, 36, types120()); f.CursorX != 0 || f.CursorY != 14 {
		t.Errorf("on the row: %d,%d", f.CursorX, f.CursorY)
	}
	field := frame.Row{Cursor: true, Caret: 9, Cells: []frame.Cell{{At: frame.At(4), Text: "[abcd ]"}}}
	f := frame.Draw(frame.Mode{}, 100, 24, frame.Content{Body: []frame.Block{frame.Two(50, nil, []frame.Line{nil, field})}})
	if f.CursorX != 60 || f.CursorY != 3 {
		t.Errorf("in a field of the right pane: %d,%d", f.CursorX, f.CursorY)
	}
	// A row with the cursor in a pane without the focus does not get it.
	row := frame.Row{Cursor: true}
	f = frame.Draw(frame.Mode{}, 100, 24, frame.Content{Body: []frame.Block{
		frame.Two(50, []frame.Line{frame.Title("a", "", true), row}, []frame.Line{frame.Title("b", "", false), nil, row}),
	}})
	if f.CursorX != 1 || f.CursorY != 2 {
		t.Errorf("in the pane with the focus: %d,%d", f.CursorX, f.CursorY)
	}
}

func TestNarrowTop(t *testing.T) {
	c := frame.Content{Top: frame.Top{Crumbs: crumbs("types", "package", "rake", "edit"), Chip: "/ra", Right: spans("web1", "root", "basket 6 of 9")}}
	for width, want := range map[int]string{
		80: " ralsh   types › package › rake › edit  /ra           web1  root  basket 6 of 9",
		40: " … › rake › edit  /ra         web1  root",
	} {
		if got := ansi.Strip(frame.Draw(frame.Mode{}, width, 10, c).Lines[0]); got != want {
			t.Errorf("%d: %q, want %q", width, got, want)
		}
	}
}
