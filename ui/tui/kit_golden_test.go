package tui

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

func (st *kitStage) frame() frame.Frame {
	c := st.top().view(st.w, st.h)
	for _, s := range st.stack {
		c.Top.Crumbs = append(c.Top.Crumbs, s.crumb())
	}
	c.Top.Right = []frame.Span{{Text: safe.Clean(st.sh.session.HostName())}, {Text: safe.Clean(st.sh.session.User())}}
	return frame.Draw(st.sh.mode, st.w, st.h, c)
}

func (st *kitStage) text() string {
	return ansi.Strip(st.frame().String()) + "\n"
}

// golden holds the screen against testdata, and draws it at all sizes in each mode.
func (st *kitStage) golden(name string) {
	st.t.Helper()
	for _, size := range drawnSizes {
		st.w, st.h = size[0], size[1]
		holdDrawing(st.t, fmt.Sprintf("%s.%dx%d", name, st.w, st.h), st.text())
	}
	holdMatrix(st.t, name, true, st.draw)
	st.draw(frame.Mode{}, 120, 36)
}

// draw draws the screen in a mode at a size.
func (st *kitStage) draw(m frame.Mode, width, height int) frame.Frame {
	st.sh.mode, st.w, st.h = m, width, height
	return st.frame()
}

// sees fails unless the screen shows each text.
func (st *kitStage) sees(texts ...string) {
	st.t.Helper()
	shown := st.text()
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			st.t.Errorf("the screen does not show %q:\n%s", text, shown)
		}
	}
}

func (st *kitStage) lastSaid() string {
	if len(st.said) == 0 {
		return ""
	}
	return string(st.said[len(st.said)-1].text)
}

// atRow reports whether the cursor of a screen is on the row of a name.
func atRow(screen, name string) bool {
	return regexp.MustCompile(`[▌>]\s*(\S )?\s*` + regexp.QuoteMeta(name) + `\s`).MatchString(screen)
}
