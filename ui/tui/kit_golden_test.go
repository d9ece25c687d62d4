package tui

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

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

// golden holds the screen against testdata at each size; RALSH_GOLDEN=1 writes it.
func (st *kitStage) golden(name string) {
	st.t.Helper()
	for _, size := range []struct {
		of   string
		w, h int
	}{{"120x36", 120, 36}, {"80x24", 80, 24}, {"60x20", 60, 20}, {"40x12", 40, 12}} {
		st.w, st.h = size.w, size.h
		file := filepath.Join("testdata", name+"."+size.of)
		got := st.text()
		if os.Getenv("RALSH_GOLDEN") == "1" {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				st.t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			st.t.Fatal(err)
		}
		if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
			st.t.Errorf("%s differs:\n%s", file, d)
		}
		for i, line := range st.frame().Lines {
			if ansi.StringWidth(line) > size.w {
				st.t.Errorf("%s: line %d is too wide", file, i+1)
			}
		}
	}
	st.w, st.h = 120, 36
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
