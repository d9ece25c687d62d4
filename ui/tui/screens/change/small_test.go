package change

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ral/host"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kittest"
)

// smallSizes are those where a result is one list.
func smallSizes() [][2]int { return [][2]int{{60, 20}, {59, 36}, {50, 16}, {40, 10}} }

// seenBelow are the screens that are seen while the cursor goes down, blanks left out, since
// what is wrapped goes on in the next row.
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

// sees reports whether one of the screens has a text.
func sees(screens []string, text string) bool {
	text = strings.Join(strings.Fields(text), "")
	for _, s := range screens {
		if strings.Contains(s, text) {
			return true
		}
	}
	return false
}

// What came of each step is wrapped on a small screen and never cut, and a step that is
// higher than the screen is scrolled through.
func TestAResultIsWholeOnASmallScreen(t *testing.T) {
	for _, size := range smallSizes() {
		st, _, clock, _, held := kitApply(t, kittest.Decls(), func(fake *host.Fake) {
			fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
		})
		close(held)
		st.Until(nil)
		clock.Pass(time.Second)
		st.Keys("g")
		screens := seenBelow(st, size[0], size[1], 40)
		for _, want := range []string{
			"1 user deploy", "2 file /etc/default/useradd", "stopped: changed since the plan, nothing touched", "/usr/bin/apt-get -q -y install nginx",
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
