package frame_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"ralsh/ui/tui/frame"
)

func providers() frame.Content {
	columns := []frame.Column{
		{Title: "provider", Min: 12},
		{Title: "score", Min: 5, Gap: 3, Right: true},
		{Title: "verdict", Min: 8, Gap: 3, Grow: 1},
	}
	slots := frame.Columns(columns, 50, 0)
	list := append([]frame.Line{frame.Titles(columns, slots, true)}, rows(slots, "> * debian|7|default", "  ! pip|-|exit 1", "  o gem|87|reading…")...)
	chosen := list[2].(frame.Row)
	chosen.Selected, chosen.Evidence = true, "0.9 s"
	list[2] = chosen
	return frame.Content{
		Top:       frame.Top{Crumbs: crumbs("types", "service", "why"), Chip: "/d 3 of 9", Right: spans("web1", "root")},
		Body:      []frame.Block{{Left: list}},
		Foot:      frame.Foot{Lines: []frame.Line{frame.Title("who is the default", "why: w", false), frame.Text("debian")}, Keep: true},
		Message:   frame.Message{Sign: frame.SignNeeds, Text: "pip did not list", Evidence: "3 ms"},
		Keys:      frame.Keys{Keys: keys("enter tests|y copy|c command"), Last: help},
		BusyPulse: true,
	}
}

func TestModes(t *testing.T) {
	for name, c := range map[string]struct {
		mode frame.Mode
		want string
	}{
		"utf8": {frame.Mode{}, `
    types > service > why  /d 3 of 9    web1  root
━━━ provider ━━━━━ score ━ verdict ━━━━━━━━━━━━━━━
> * debian             7   default
 │! pip                -   exit 1            0.9 s
  O gem               87   reading…

─── who is the default ──────────────────── why: w
    debian
  ! pip did not list ─────────────────────────────
    enter tests   y copy   c command   ? help`},
		"ascii": {frame.Mode{ASCII: true}, `
    types > service > why  /d 3 of 9    web1  root
=== provider ===== score = verdict ===============
> * debian             7   default
 |! pip                -   exit 1            0.9 s
  O gem               87   reading…

--- who is the default -------------------- why: w
    debian
  ! pip did not list -----------------------------
    enter tests   y copy   c command   ? help`},
		"plain": {frame.Mode{Plain: true}, `
    types > service > why  /d 3 of 9    web1  root
    here: provider  score  verdict
> * debian             7   default
  ! selected pip       -   exit 1            0.9 s
    works gem         87   reading…

    who is the default                      why: w
    debian
  ! pip did not list
    enter tests   y copy   c command   ? help`},
	} {
		t.Run(name, func(t *testing.T) {
			got := "\n" + ansi.Strip(frame.Draw(c.mode, 50, 10, providers()).String())
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestColours(t *testing.T) {
	row := frame.Row{Cursor: true, Sign: frame.SignMoved, Cells: []frame.Cell{{At: frame.At(4), Text: "deploy"}}, Evidence: "1 ms"}
	for name, c := range map[string]struct {
		mode frame.Mode
		want string
	}{
		"dark":     {frame.Mode{}, "> \x1b[1;33m^\x1b[m \x1b[7mdeploy\x1b[m                          \x1b[2m1 ms\x1b[m"},
		"light":    {frame.Mode{Light: true}, "> \x1b[1;33m^\x1b[m \x1b[7mdeploy\x1b[m                          1 ms"},
		"no color": {frame.Mode{NoColor: true}, "> \x1b[1m^\x1b[m \x1b[7mdeploy\x1b[m                          \x1b[2m1 ms\x1b[m"},
	} {
		got := frame.Draw(c.mode, 40, 16, frame.Content{Body: []frame.Block{{Left: []frame.Line{row}}}})
		if d := cmp.Diff(c.want, got.Lines[1]); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	light := frame.Draw(frame.Mode{Light: true}, 40, 16, frame.Content{})
	if rule := light.Lines[14]; !strings.HasPrefix(rule, "\x1b[2m─") {
		t.Errorf("a rule on light is faint: %q", rule)
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
	if f := frame.Draw(frame.Mode{}, 120, 36, types120()); f.CursorX != 0 || f.CursorY != 12 {
		t.Errorf("on the row: %d,%d", f.CursorX, f.CursorY)
	}
	field := frame.Row{Cursor: true, Caret: 9, Cells: []frame.Cell{{At: frame.At(4), Text: "[abcd ]"}}}
	f := frame.Draw(frame.Mode{}, 100, 24, frame.Content{Body: []frame.Block{{Right: []frame.Line{nil, field}, At: 50}}})
	if f.CursorX != 59 || f.CursorY != 2 {
		t.Errorf("in a field of the right pane: %d,%d", f.CursorX, f.CursorY)
	}
	if d := cmp.Diff(strings.Repeat(" ", 51)+">  [abcd ]", ansi.Strip(f.Lines[2])); d != "" {
		t.Error(d)
	}
}

func TestNarrowTop(t *testing.T) {
	c := frame.Content{Top: frame.Top{Crumbs: crumbs("types", "package", "rake", "edit"), Chip: "/ra", Right: spans("web1", "root", "basket 6 of 9")}}
	for width, want := range map[int]string{
		80: "    types > package > rake > edit  /ra                 web1  root  basket 6 of 9",
		40: "    … > rake > edit  /ra      web1  root",
	} {
		if got := ansi.Strip(frame.Draw(frame.Mode{}, width, 10, c).Lines[0]); got != want {
			t.Errorf("%d: %q, want %q", width, got, want)
		}
	}
}
