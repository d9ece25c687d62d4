package tui

import (
	"strings"
	"testing"

	"ralsh/ui/tui/kit"
)

var lessonsAbout = Options{Welcome: kit.Welcome{
	About: "This host is a folder.", Why: "selboolean", Edit: "group", Name: "deploy", Try: "type another number into gid",
}}

// Lessons are completed by doing them, in any way. The next one is then shown.
func TestLessons(t *testing.T) {
	d, _ := drive(t, 120, 36, lessonsAbout)
	d.says("welcome to the demo", "This host is a folder.", "0 of 5", "find the reason", "next")
	for _, step := range []struct {
		keys string
		says []string
	}{
		{"esc", []string{"types", "step 1 of 5, find the reason: w on selboolean"}},
		{"w", []string{"1 of 5 steps done. Next, edit deploy"}},
		{"esc", []string{"step 2 of 5, edit deploy: type another number into gid"}},
		{": w e l c o m e enter", []string{"1 of 5", "done"}},
		{"enter", []string{"group › deploy"}},
	} {
		d.goes(step.keys)
		d.says(step.says...)
	}
	d.goes("esc esc esc")
	if got := d.app.sh.Welcome.Done; got != [kit.LessonCount]bool{true} {
		t.Errorf("done: %v", got)
	}
}

// A lesson opens its screen, and shows what is missing.
func TestLessonLeads(t *testing.T) {
	d, _ := drive(t, 120, 36, lessonsAbout)
	d.goes("down down enter")
	d.says("the basket is empty; do")
	d.goes("up up enter")
	d.lacks("welcome to the demo")
	d.goes("w")
	d.says("selboolean")
	if !d.app.sh.Welcome.Done[kit.LessonWhy] {
		t.Error("asking why is not ticked off")
	}
}

// Hidden lessons stay hidden until they are opened by name, and lessons replace
// neither a screen's own message nor an error.
func TestLessonsHide(t *testing.T) {
	d, _ := drive(t, 120, 36, lessonsAbout)
	d.goes("esc")
	d.send(kit.SayMsg{Text: "it is gone", Bad: true})
	d.says("! it is gone")
	d.lacks("step 1 of 5")
	d.goes("x")
	d.says("step 1 of 5")
	d.goes("x")
	d.lacks("step 1 of 5")
	d.goes(": w e l c o m e enter")
	d.says("welcome to the demo")
	d.goes("x")
	d.lacks("welcome to the demo")
	d.lacks("step 1 of 5")
}

// The welcome fits on every size on which screens are drawn, and its five
// lessons can be reached on each.
func TestLessonsOnEverySize(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 36}, {80, 24}, {60, 20}, {40, 10}} {
		d, _ := drive(t, size[0], size[1], lessonsAbout)
		d.goes("down down down down")
		screen := d.screen()
		if !strings.Contains(screen, "undo it") {
			t.Errorf("%v: the last lesson is not seen:\n%s", size, screen)
		}
	}
}

// On 60 columns and 20 rows all five lessons are visible, and the key that
// closes them is named. If they scroll, the head shows which rows are visible.
func TestLessonsSeenOnASmallScreen(t *testing.T) {
	opt := lessonsAbout
	opt.Welcome.About = "This host is a directory. Changes never affect a-host-of-some-length."
	opt.Welcome.Name, opt.Welcome.Try = "db1.example.org", "change ip, for example to 192.0.2.8"
	d, _ := drive(t, 60, 20, opt)
	d.says("This host is a directory", "1  find the reason", "2  edit db1", "3  see the", "4  apply it", "5  undo it", "plans the undo", "esc close", "x hide")
	d, _ = drive(t, 40, 10, opt)
	d.says("rows 1-", "esc close")
	d.goes("down down down down")
	d.says("5  undo it", "rows ")
}

// The next step is shown on the screen where it is done. It replaces a message
// that all is well, but not an error in typed text.
func TestLessonsSaidWhereTheyAreDone(t *testing.T) {
	d, _ := drive(t, 120, 36, lessonsAbout)
	d.goes("esc w esc : g r o u p space d e p l o y enter")
	d.says("group › deploy", "step 2 of 5, edit deploy: type another number into gid")
	d.goes("e down enter")
	d.says("step 2 of 5, edit deploy")
	d.goes("x")
	d.says("gid")
	d.lacks("step 2 of 5")
}

func TestNoLessons(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press(":")
	d.typed("welcome")
	d.lacks("screen     welcome")
}

// A change that is staged, planned and applied completes three lessons.
func TestLessonsOfAChange(t *testing.T) {
	d, _ := drive(t, 120, 36, lessonsAbout)
	d.goes("esc w esc")
	d.goes("k")
	d.goes(": g r o u p space d e p l o y enter")
	d.goes("e down enter ctrl+u 7 esc")
	d.says("2 of 5 steps done. Next, see the difference")
	d.goes("d wait")
	d.goes("A enter wait")
	d.says("4 of 5 steps done. Next, undo it")
	if done := d.app.sh.Welcome.Done; !done[kit.LessonDifference] || !done[kit.LessonApply] || done[kit.LessonUndo] {
		t.Errorf("done: %v", done)
	}
}
