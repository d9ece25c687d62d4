package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

// The rows that were not seen are counted beside the question, whole at any width;
// the place is shortened instead.
func TestUnseenRowsAreWhole(t *testing.T) {
	long := host.WithUname(host.Uname{Nodename: "a-build-machine-with-a-name-that-goes-on-and-on-and-on"})
	st, d, clock, _ := kitDifference(t, kitDecls(), long)
	clock.pass(time.Second)
	st.text()
	d.scroll.seen = make([]bool, 9068)
	for width, says := range map[int]string{
		120: "apply 8 changes to a-build-machine-with-a-name-that-goes-on-and-on-and-on?, 9,068 rows not seen yet",
		80:  "apply 8 changes to a-build-mac…d-on-and-on?, 9,068 rows not seen yet",
		60:  "apply 8 changes?, 9,068 rows unseen",
		40:  "apply 8 changes?, 9,068 rows unseen",
	} {
		if got := said(d.asked(width)); got != says {
			t.Errorf("%d cells: %q, want %q", width, got, says)
		}
	}
}

func said(title, unseen safe.Text) string { return string(title + ", " + unseen) }

// A line number is never cut.
func TestLongLineNumbers(t *testing.T) {
	lines := strings.Repeat("a line\n", 59_001)
	sh, fake := kitShared(t)
	fake.Put("/etc/big", lines+"old\n", 0o644)
	st := kitOn(t, sh, newDifference(sh, proposal{decls: []ral.Decl{kitDecl("file", "/etc/big", "content", lines+"new\n")}}))
	st.until(nil)
	for _, width := range []int{120, 80} {
		st.w = width
		st.sees("59,002  - old", "59,002  + new")
	}
	st.w = 120
	st.keys("v")
	st.sees("59,002  - old", "59,002  + new")
}

// What is not known yet is counted for each step that it waits for.
func TestSuretiesNameEachStep(t *testing.T) {
	change := func(c ral.Certainty, until int) transaction.Change {
		return transaction.Change{Attr: property("shell", ""), Certainty: c, Until: until, Status: transaction.Planned}
	}
	p := &transaction.Plan{Steps: []*transaction.Step{
		{Changes: []transaction.Change{change(ral.Exact, 0), change(ral.UnknownUntil, 12)}},
		{Changes: []transaction.Change{change(ral.Exact, 0), change(ral.UnknownUntil, 3), change(ral.UnknownUntil, 12)}},
	}}
	for wide, want := range map[bool]safe.Text{
		true:  "2 exact, ? 1 unknown until step 3, ? 2 unknown until step 12",
		false: "2 exact, ? 1 unknown until 3, ? 2 unknown until 12",
	} {
		var parts []safe.Text
		for _, s := range sureties(p, wide) {
			parts = append(parts, s.Text)
		}
		if got := safe.Join(parts, ", "); got != want {
			t.Errorf("wide %v: %q, want %q", wide, got, want)
		}
	}
}

// What an undo cannot bring back of what is removed is told on low screens too, as
// long as two rows of the plan are seen above; of a change only on high ones.
func TestLowScreensTellWhatIsGone(t *testing.T) {
	const gone = "Undo cannot bring back the password of user deploy."
	for size, want := range map[[2]int]bool{{59, 20}: true, {59, 14}: true, {59, 11}: false, {40, 18}: true, {80, 24}: true, {120, 36}: false} {
		for _, ensure := range []string{"absent", "present"} {
			st, _, _, _ := kitDifference(t, []ral.Decl{kitDecl("user", "deploy", "ensure", ensure, "shell", "/bin/zsh")})
			st.w, st.h = size[0], size[1]
			words := strings.Join(strings.Fields(st.text()), " ")
			if got := strings.Contains(words, gone); got != (want && ensure == "absent") {
				t.Errorf("%v, %s: told is %v:\n%s", size, ensure, got, st.text())
			}
			if want && !strings.Contains(words, "1 user deploy") || !strings.Contains(words, "Yes, apply 1 change ") {
				t.Errorf("%v, %s: the plan or the button is gone:\n%s", size, ensure, st.text())
			}
		}
	}
}

// What an undo cannot bring back of several stands whole under each; the question
// names all that it has room for.
func TestUndoOfSeveralIsSaidByEach(t *testing.T) {
	for name, c := range map[string]struct {
		users string
		width int
		says  string
		each  bool
	}{
		"one":         {"ann", 120, "it cannot bring back the password of user ann.", false},
		"two":         {"ann bob", 120, "it cannot bring back the password of user ann, the password of user bob.", true},
		"two, narrow": {"ann " + strings.Repeat("long", 8), 80, "Undo cannot bring back all of 2 resources: see each step.", true},
		"four":        {"ann bob cid dan", 120, "it cannot bring back all of 4 resources: see each step.", true},
	} {
		t.Run(name, func(t *testing.T) {
			d, fake := kitDrive(t)
			for user := range strings.FieldsSeq(c.users) {
				fake.Put("/people/"+user, "ensure=present\npassword=x\n", 0o644)
				stage(t, d.app.sh, "user", user, "ensure", "absent")
			}
			d.app.width = c.width
			d.press("b A")
			d.says(c.says)
			want := 0
			if c.each {
				want = len(strings.Fields(c.users))
			}
			if got := strings.Count(d.screen(), "undo cannot bring back the password"); got != want {
				t.Errorf("%d steps say it, want %d:\n%s", got, want, d.screen())
			}
		})
	}
}

// What a tool removes along with a resource is counted where the name is asked for,
// and where it is said what an undo cannot bring back.
func TestWhatGoesAlongIsAskedFor(t *testing.T) {
	d, fake := kitDrive(t)
	fake.Put("/pkg/rake", "ensure=present\n", 0o644)
	stage(t, d.app.sh, "package", "rake", "ensure", "absent")
	d.press("b A")
	d.says("also remove tix", "it cannot bring back the 2 packages that go with package rake.", "type package to remove 3 packages: [")
}

// A reason for which an undo would be refused stands whole at its step, and so does
// what else a change does.
func TestRefusedUndoIsToldWhole(t *testing.T) {
	for _, width := range []int{120, 80, 60, 40} {
		st, diff, _, _ := kitDifference(t, []ral.Decl{kitDecl("user", "deploy", "ensure", "absent")})
		diff.plan.Steps[0].Changes[0].Also = []string{strings.Repeat("leaves what is in it; ", 6) + "end of it"}
		diff.steps = drawSteps(diff.plan.Steps)
		drawRefused(diff.steps, map[string]string{"User[deploy]": strings.Repeat("Shell /bin/zsh must exist; ", 4) + "end of why"})
		diff.lines = nil
		st.w = width
		words := strings.Join(strings.Fields(st.text()), " ")
		for _, want := range []string{"end of it", "end of why; nor the password"} {
			if !strings.Contains(words, want) {
				t.Errorf("%d: no %q in\n%s", width, want, st.text())
			}
		}
		if width >= 60 && !strings.Contains(words, "cannot bring back all of user deploy: see its step.") {
			t.Errorf("%d: the question does not say it:\n%s", width, st.text())
		}
	}
}
