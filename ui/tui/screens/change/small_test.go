package change

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kittest"
	"ralsh/ui/tui/plantext"
)

// smallSizes returns sizes at which a result is one list.
func smallSizes() [][2]int { return [][2]int{{60, 20}, {59, 36}, {50, 16}, {40, 10}} }

// seenBelow returns the screens while the cursor moves down, without blanks,
// because wrapped text continues in the next row.
func seenBelow(st *kittest.Stage, width, height, rows int) (seen []string) {
	for range rows {
		var b strings.Builder
		f := st.Draw(frame.Mode{}, width, height)
		for _, line := range f.Lines[1 : height-2] {
			b.WriteString(strings.Join(strings.Fields(ansi.Strip(line)), ""))
		}
		seen = append(seen, b.String())
		st.Keys("j")
	}
	return seen
}

// sees reports whether one of the screens contains a text.
func sees(screens []string, text string) bool {
	text = strings.Join(strings.Fields(text), "")
	for _, s := range screens {
		if strings.Contains(s, text) {
			return true
		}
	}
	return false
}

// The result of each step is wrapped on a small screen and never cut, and a
// step that is higher than the screen can be scrolled.
func TestAResultIsWholeOnASmallScreen(t *testing.T) {
	t.Parallel()
	for _, size := range smallSizes() {
		st, _, clock, _, held := kitApply(t, kittest.Decls(), func(fake *fakehost.Host) {
			fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
		})
		close(held)
		st.Until(nil)
		clock.Pass(time.Second)
		st.Keys("g")
		screens := seenBelow(st, size[0], size[1], 40)
		for _, want := range []string{
			"1 user deploy", "2 file /etc/default/useradd", "stopped: changed after the plan, not applied", "/usr/bin/apt-get -q -y install nginx",
			"E: Failed to fetch http://mirror.example/nginx.deb  404  Not Found", "skipped: needs Package[nginx], which failed",
			"read again: stopped", "shell is /bin/bash",
		} {
			if !sees(screens, want) {
				t.Errorf("at %v %q is not seen whole:\n%s", size, want, strings.Join(screens, "\n"))
			}
		}
		if sees(screens, "…") {
			t.Errorf("at %v something is cut:\n%s", size, strings.Join(screens, "\n"))
		}
	}
}

// The counts of steps by status are visible from 16 rows on, and rows that the
// detail does not need are given to the steps.
func TestAResultUsesASmallScreen(t *testing.T) {
	st, a, clock, _, held := kitApply(t, kittest.Decls())
	st.Until(func() bool { return a.tool() == "apt-get" })
	if screen := ansi.Strip(st.Draw(frame.Mode{}, 80, 24).String()); !strings.Contains(screen, "waiting for") || !strings.Contains(screen, "last output   none so far") {
		t.Errorf("80x24 has room for whom the apply waits, and does not say it:\n%s", screen)
	}
	if screen := ansi.Strip(st.Draw(frame.Mode{}, 60, 20).String()); !strings.Contains(screen, "Waits for apt-get") {
		t.Errorf("60x20 does not say for whom the apply waits:\n%s", screen)
	}
	close(held)
	st.Until(nil)
	clock.Pass(time.Second)
	for _, size := range [][2]int{{60, 20}, {59, 36}, {50, 16}, {80, 24}, {120, 36}} {
		if screen := ansi.Strip(st.Draw(frame.Mode{}, size[0], size[1]).String()); !strings.Contains(screen, " done") || !strings.Contains(screen, " 1 failed") {
			t.Errorf("%v lacks the counts:\n%s", size, screen)
		}
	}
	panes, _ := plantext.Divide(80, 24, 3, 48)
	all := panes.Steps + panes.Detail
	for _, c := range []struct{ steps, detail, want int }{
		{12, 4, 12}, // both fit
		{12, 99, panes.Steps},
		{99, 9, all - 9},
		{3, 99, 3},
	} {
		if got := panes.Fit(c.steps, c.detail); got.Steps != c.want || got.Detail != all-c.want {
			t.Errorf("steps that need %d and a detail that needs %d of %d rows get %d and %d", c.steps, c.detail, all, got.Steps, got.Detail)
		}
	}
	var titles []int
	for range kittest.Decls() {
		lines := st.Draw(frame.Mode{}, 80, 24).Lines
		for i, line := range lines[5:] {
			if strings.HasPrefix(ansi.Strip(line), "─") {
				titles = append(titles, i)
			}
		}
		st.Keys("j")
	}
	if slices.Max(titles) != slices.Min(titles) {
		t.Errorf("the pane below the steps begins in the rows %v", titles)
	}
}
