package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ralsh/model"
	"ralsh/ui/tui/frame"
)

// kitHostile is text that a terminal would obey, or that is wider than it looks.
const kitHostile = "a\x1b[31mb\u202e\x07\u009b字字\u0301" + "\xff"

// No screen of an edit or an apply is ever wider or higher than the terminal,
// nor holds a sequence that is not our own, whatever it shows.
func TestStagingStaysInside(t *testing.T) {
	long := strings.Repeat(kitHostile, 40)
	sh, fake := kitShared(t)
	clock := &kitMoves{kitClock()}
	sh.now = clock.now
	fake.Put("/people/deploy", "ensure=present\ncomment="+long+"\nshell=/bin/sh\n", 0o644)
	d := kitDraft(t, sh, "deploy")
	for attr, text := range map[string]string{"comment": kitHostile, "shell": kitHostile, "expiry": long, "home": long} {
		d.Set(attr, text)
	}
	sh.makers = makers()
	st := kitOn(t, sh, sh.screen(toEditor(d)))
	st.until(nil)
	sizes(st, "edit")
	st.keys("j", "enter")
	st.typeText("x")
	sizes(st, "typing")

	typ, _ := sh.session.Type("user")
	fine := model.NewDraft(typ, kitHostile, nil, nil)
	fine.Set("comment", long)
	fine.Set("ensure", "present")
	st.push(sh.screen(toDifference(append(kitDecls(), fine.Decl()))))
	st.until(nil)
	sizes(st, "difference")
	clock.pass(time.Second)
	st.keys("A", "tab", "enter")
	if _, ok := st.top().(runner); !ok {
		t.Fatalf("yes leads to %T", st.top())
	}
	sizes(st, "result")
}

// ours are the sequences that looks are made of.
func ours() *regexp.Regexp { return regexp.MustCompile(`\x1b\[[0-9;:]*m`) }

func sizes(st *kitStage, name string) {
	st.t.Helper()
	for _, mode := range drawnModes {
		st.sh.mode = mode
		for _, size := range [][2]int{{40, 10}, {59, 16}, {60, 20}, {79, 24}, {80, 24}, {99, 30}, {100, 24}, {109, 24}, {120, 36}, {250, 80}, {20, 5}} {
			st.w, st.h = size[0], size[1]
			lines := st.frame().Lines
			where := fmt.Sprintf("%s at %dx%d %+v", name, st.w, st.h, mode)
			if len(lines) > st.h {
				st.t.Errorf("%s: %d lines", where, len(lines))
			}
			for i, line := range lines {
				if ansi.StringWidth(line) > st.w {
					st.t.Errorf("%s: line %d is %d cells wide", where, i+1, ansi.StringWidth(line))
				}
				if rest := ours().ReplaceAllString(line, ""); strings.ContainsAny(rest, "\x1b\x07\u009b\u202e") {
					st.t.Errorf("%s: line %d holds a control: %q", where, i+1, rest)
				}
			}
		}
	}
	st.sh.mode = frame.Mode{}
	st.w, st.h = 120, 36
}
