package tui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// columns returns the column heads below the first rule of a screen.
func columns(f frame.Frame) []string {
	for i, line := range f.Lines {
		if strings.HasPrefix(ansi.Strip(line), "─") {
			words := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(ansi.Strip(f.Lines[i+1])), -1)
			return words
		}
	}
	return nil
}

// On fewer than 60 columns a list has a name, its sign and one value.
func TestNarrowHasOneValueColumn(t *testing.T) {
	log, _ := drive(t, 59, 20, Options{})
	log.press("L")
	runs, _ := historyOn(t, 59, 20, aJournal)
	steps, _ := historyOn(t, 59, 20, aJournal)
	steps.press("G enter")
	sh, draft, _ := kittest.Deploy(t)
	sh.Makers = makers()
	edit := kittest.NewStage(t, sh, sh.Make(kit.ToEditor(draft)))
	edit.Until(nil)
	applied, _ := kitDrive(t)
	applied.run(kit.Push(kit.ToDifference(kittest.Decls()[:2])))
	applied.idle()
	applied.pass(time.Second)
	applied.press("A enter")
	applied.says("result")
	for _, c := range []struct {
		name string
		draw func(frame.Mode, int, int) frame.Frame
		want []string
	}{
		{"log", log.draw, []string{"event"}},
		{"history", runs.draw, []string{"run", "what"}},
		{"run", steps.draw, []string{"step", "changes"}},
		{"edit", edit.Draw, []string{"property", "should, else is"}},
		{"result", applied.draw, []string{"step", "current state"}},
	} {
		for _, size := range [][2]int{{40, 12}, {47, 30}, {59, 20}, {59, 36}} {
			if got := columns(c.draw(frame.Mode{}, size[0], size[1])); !slices.Equal(got, c.want) {
				t.Errorf("%s at %dx%d has the columns %q, want %q", c.name, size[0], size[1], got, c.want)
			}
		}
		if got := columns(c.draw(frame.Mode{}, 60, 20)); len(got) < 3 {
			t.Errorf("%s at 60 columns has only %q", c.name, got)
		}
	}
}

// The columns that the narrow log omits are shown in its foot, and on a low
// screen in the message line.
func TestNarrowLogSaysWhenAndAboutWhat(t *testing.T) {
	for height, want := range map[int]string{24: "─ 12:04:31.000 package pip, ", 20: " 12:04:31 package pip; 2 errors"} {
		d, _ := drive(t, 59, height, Options{})
		d.press("L / p i p enter")
		d.says(want, "> ! listed: exit 1: \"pip: no python here\"")
	}
}
