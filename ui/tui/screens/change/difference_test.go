package change

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
	"ralsh/ui/tui/plantext"
)

// kitChange returns the makers of the screens of a change.
func kitChange() map[kit.RouteKind]kit.Maker {
	return map[kit.RouteKind]kit.Maker{
		kit.RouteDifference: func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return NewDifference(sh, *r.Proposal) },
		kit.RouteApply:      func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return NewApply(sh, *r.Proposal) },
	}
}

func kitDifference(t *testing.T, decls []ral.Decl, opts ...fakehost.Option) (*kittest.Stage, *Difference, *kittest.MovingClock, *fakehost.Host) {
	t.Helper()
	sh, fake := kittest.Shared(t, opts...)
	clock := &kittest.MovingClock{At: kittest.Clock()}
	sh.Now = clock.Now
	sh.Makers = kitChange()
	st := kittest.NewStage(t, sh, &kittest.StandIn{Name: "new"})
	d := NewDifference(sh, kit.Proposal{Decls: decls})
	st.Push(d)
	st.Until(nil)
	if d.plan != nil {
		d.plan.Elapsed = 214 * time.Millisecond
	}
	return st, d, clock, fake
}

func TestDifferenceGolden(t *testing.T) {
	t.Parallel()
	st, d, _, _ := kitDifference(t, kittest.Decls())
	if d.err != nil {
		t.Fatal(d.err)
	}
	st.Golden("difference")
}

// Changes that may follow an unpredictable step are part of the question.
func TestDifferenceMayChange(t *testing.T) {
	t.Parallel()
	st, d, _, _ := kitDifference(t, []ral.Decl{
		kittest.Decl("package", "nginx", "ensure", "present"),
		kittest.Decl("user", "eve", "shell", "/bin/sh"),
		kittest.Decl("user", "deploy", "shell", "/bin/bash", "comment", "Deploy"),
	})
	if d.err != nil {
		t.Fatal(d.err)
	}
	st.Golden("difference-may-change")
	st.Sees("in sync now; may change after step 1", "1 more may change after step 1", "Yes, apply 3 changes, 1 more may follow")
}

func TestDifferenceAsks(t *testing.T) {
	st, d, clock, fake := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/bash")})
	// The question has the focus from the start, at No.
	if d.focus != onNo {
		t.Fatalf("it opens on %v, want No", d.focus)
	}
	// Keys typed ahead are ignored, however long they continue.
	for range 5 {
		st.Keys("tab", "enter")
		clock.Pass(300 * time.Millisecond)
	}
	if st.Top() != kit.Screen(d) || d.focus != onNo {
		t.Fatalf("keys typed ahead arrived: focus %v", d.focus)
	}
	clock.Pass(400 * time.Millisecond)
	st.Keys("shift+tab", "enter")
	if d.focus != onNo {
		t.Fatalf("enter on the plan leads to %v, want No", d.focus)
	}
	st.Sees("enter answer No", "No, cancel       Yes, apply 1 change ")
	if f := st.Frame(); f.CursorX != 3 {
		t.Errorf("the terminal's cursor is at column %d, want it before No", f.CursorX)
	}
	st.Keys("enter")
	if st.Top() == kit.Screen(d) {
		t.Error("enter on No does not go back")
	}
	if n := len(fake.Ran()); n != 0 {
		t.Errorf("%d commands ran", n)
	}
}

func TestDifferenceYes(t *testing.T) {
	st, d, clock, _ := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/bash")})
	clock.Pass(time.Second)
	st.Keys("A")
	if d.focus != onYes {
		t.Fatalf("A leads to %v, want Yes", d.focus)
	}
	st.Sees("enter answer Yes", "Yes, apply 1 change ")
	st.Press("enter")
	st.Press("enter") // a key that bounces begins no second apply
	st.Until(nil)
	if a, ok := st.Top().(*Apply); !ok || a.result.err != nil {
		t.Errorf("yes leads to %T", st.Top())
	}
}

func TestDifferenceRemoves(t *testing.T) {
	t.Parallel()
	st, d, clock, _ := kitDifference(t, []ral.Decl{
		kittest.Decl("user", "deploy", "ensure", "absent"), kittest.Decl("user", "eve", "ensure", "absent"),
	})
	clock.Pass(time.Second)
	st.Sees("type user to remove 2 users: [", "- 1  user deploy")
	st.Keys("A", "tab")
	if !st.Top().Typing() {
		t.Fatal("the name cannot be typed")
	}
	st.Keys("enter")
	st.TypeText("use")
	st.Keys("enter")
	if _, ok := st.Top().(*Difference); !ok {
		t.Fatal("applied without the whole name")
	}
	st.TypeText("r")
	if st.Keys("enter"); d.focus != onNo || st.Top().Typing() {
		t.Fatalf("after the name: focus %v, typing %v", d.focus, st.Top().Typing())
	}
	st.Sees("enter answer No", "No, cancel", "Yes, apply 2 changes ")
	st.Keys("tab")
	st.Sees("enter answer Yes", "Yes, apply 2 changes ")
}

func TestDifferenceNotRoot(t *testing.T) {
	t.Parallel()
	st, d, clock, _ := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/bash")}, fakehost.WithUID(1000))
	clock.Pass(time.Second)
	st.Golden("difference-not-root")
	st.Keys("A")
	if d.focus == onYes {
		t.Error("Yes can be reached")
	}
	st.Keys("c")
	st.Sees("sudo ralsh resource user deploy shell=/bin/bash")
}

func TestDifferenceAges(t *testing.T) {
	st, d, clock, _ := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/bash")})
	clock.Pass(75 * time.Second)
	if len(st.Waiting) == 0 {
		t.Fatal("nothing draws the screen again when the plan is old")
	}
	st.Sees("the plan is 1 min 15 s old; r plans again")
	before := d.plan
	st.Keys("r")
	if d.plan == before || strings.Contains(st.Text(), "old; r") {
		t.Error("r does not plan again")
	}
	// The result of an earlier plan is dropped.
	late := d.replan()
	st.Run(d.replan())
	st.Until(nil)
	now := d.plan
	st.Take(late())
	if d.plan != now {
		t.Error("a late plan took the place of the new one")
	}
}

func TestDifferenceWithout(t *testing.T) {
	for name, c := range map[string]struct {
		decls []ral.Decl
		sees  []string
	}{
		"nothing to do": {
			[]ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/sh")},
			[]string{"no changes are needed: user deploy is in sync", "No, go back", "= 1  user deploy"},
		},
		"invalid": {
			[]ral.Decl{kittest.Decl("user", "deploy", "expiry", "tomorrow")},
			[]string{"! User[deploy]: expiry: Expiry dates must be YYYY-MM-DD", "No changes were made."},
		},
		"cycle": {
			[]ral.Decl{kittest.Decl("user", "deploy", "require", "User[eve]"), kittest.Decl("user", "eve", "require", "User[deploy]")},
			[]string{"no plan", "No changes were made."},
		},
		"blocked": {
			[]ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/bash"), kittest.Decl("file", "/nowhere", "content", "x\n")},
			[]string{"! 2  file /nowhere", "Yes, apply 1 of 2 ", "1 resource cannot be planned and would be skipped"},
		},
		"hostile": {
			[]ral.Decl{kittest.Decl("user", "de\x1b[31mploy\u202e", "comment", "\x07"+strings.Repeat("字", 300))},
			[]string{`de\x1b[31mploy`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			st, _, _, _ := kitDifference(t, c.decls)
			st.Sees(c.sees...)
		})
	}
}

// The number of unseen rows next to the question is never cut; the place is
// shortened instead.
func TestUnseenRowsAreWhole(t *testing.T) {
	long := fakehost.WithUname(host.Uname{Nodename: "a-build-machine-with-a-name-that-goes-on-and-on-and-on"})
	st, d, clock, _ := kitDifference(t, kittest.Decls(), long)
	clock.Pass(time.Second)
	st.Text()
	d.scroll.Seen = make([]bool, 9068)
	for width, text := range map[int]string{
		120: "apply 8 changes to a-build-machine-with-a-name-that-goes-on-and-on-and-on?, 9,068 rows not seen yet",
		80:  "apply 8 changes to a-build-mac…d-on-and-on?, 9,068 rows not seen yet",
		60:  "apply 8 changes?, 9,068 rows unseen",
		40:  "apply 8 changes?, 9,068 rows unseen",
	} {
		if got := said(d.asked(width)); got != text {
			t.Errorf("%d cells: %q, want %q", width, got, text)
		}
	}
}

func said(title, unseen safe.Text) string { return string(title + ", " + unseen) }

// A line number is never cut.
func TestLongLineNumbers(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("a line\n", 59_001)
	sh, fake := kittest.Shared(t)
	fake.Put("/etc/big", lines+"old\n", 0o644)
	st := kittest.NewStage(t, sh, NewDifference(sh, kit.Proposal{Decls: []ral.Decl{kittest.Decl("file", "/etc/big", "content", lines+"new\n")}}))
	st.Until(nil)
	for _, width := range []int{120, 80} {
		st.W = width
		st.Sees("59,002  - old", "59,002  + new")
	}
	st.W = 120
	st.Keys("v")
	st.Sees("59,002  - old", "59,002  + new")
}

// What undo cannot restore of a removed resource is shown on low screens too,
// as long as two rows of the plan stay visible above.
func TestLowScreensShowWhatIsGone(t *testing.T) {
	const gone = "cannot be undone later: the password of user deploy"
	for size, want := range map[[2]int]bool{{59, 20}: true, {59, 14}: true, {59, 11}: false, {40, 18}: true, {80, 24}: true, {120, 36}: true} {
		for _, ensure := range []string{"absent", "present"} {
			st, _, _, _ := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "ensure", ensure, "shell", "/bin/zsh")})
			st.W, st.H = size[0], size[1]
			words := strings.Join(strings.Fields(st.Text()), " ")
			if got := strings.Contains(words, gone); got != (want && ensure == "absent") {
				t.Errorf("%v, %s: told is %v:\n%s", size, ensure, got, st.Text())
			}
			if want && !strings.Contains(words, "1 user deploy") || !strings.Contains(words, "Yes, apply 1 change ") {
				t.Errorf("%v, %s: the plan or the button is gone:\n%s", size, ensure, st.Text())
			}
		}
	}
}

// The reason why an undo would be rejected is shown completely at its step, as
// are other effects of a change.
func TestRefusedUndoIsShownWhole(t *testing.T) {
	for _, width := range []int{120, 80, 60, 40} {
		st, diff, _, _ := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "ensure", "absent")})
		diff.plan.Steps[0].Changes[0].Also = []string{strings.Repeat("leaves what is in it; ", 6) + "end of it"}
		diff.steps = plantext.Draw(diff.plan.Steps)
		diff.plan.Steps[0].UndoRefused = strings.Repeat("Shell /bin/zsh must exist; ", 4) + "end of why"
		drawRefused(diff.steps)
		diff.lines = nil
		st.W = width
		words := strings.Join(strings.Fields(st.Text()), " ")
		for _, want := range []string{"end of it", "end of why", "cannot be undone later: password"} {
			if !strings.Contains(words, want) {
				t.Errorf("%d: no %q in\n%s", width, want, st.Text())
			}
		}
		if width >= 60 && !strings.Contains(words, "cannot be undone later: user deploy (see its step)") {
			t.Errorf("%d: the question does not say it:\n%s", width, st.Text())
		}
	}
}

// Each loss that the journal reports of a step is shown at the step, as the
// command line prints it.
func TestEveryLossIsShown(t *testing.T) {
	for _, width := range []int{120, 80, 60, 40} {
		st, diff, _, _ := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "ensure", "absent")})
		step := diff.plan.Steps[0]
		step.Changes[0].Lasting = []string{strings.Repeat("a long effect of the tool; ", 4) + "end of it"}
		diff.steps, diff.lines = plantext.Draw(diff.plan.Steps), nil
		st.W, st.H = width, 60
		words := strings.Join(strings.Fields(strings.ReplaceAll(st.Text(), "│", " ")), " ")
		losses := journal.Losses(step)
		if len(losses) < 2 {
			t.Fatalf("losses: %v", losses)
		}
		for _, loss := range losses {
			if !strings.Contains(words, "cannot be undone later: "+loss.Text) {
				t.Errorf("%d: %q is not shown:\n%s", width, loss.Text, st.Text())
			}
		}
	}
}

// After scrolling to the end no row counts as unseen.
func TestDifferenceSeen(t *testing.T) {
	st, d, clock, _ := kitDifference(t, kittest.Decls())
	clock.Pass(time.Second)
	st.H = 24
	st.Text()
	if d.scroll.Unseen() == 0 {
		t.Fatal("all rows fit")
	}
	st.Sees("not seen yet")
	for range len(d.lines) {
		st.Keys("j")
		st.Text()
	}
	if strings.Contains(st.Text(), "not seen yet") {
		t.Errorf("after scrolling to the end %d rows are unseen", d.scroll.Unseen())
	}
	st.Keys("y")
	if len(st.Copied) != 1 || !strings.Contains(st.Copied[0].Text, "usermod deploy shell=/bin/bash") {
		t.Errorf("y copies %v", st.Copied)
	}
	if strings.Contains(st.Copied[0].Text, "$6$new") {
		t.Error("the secret is in the copy")
	}
}

// v moves the desired values below the current ones and back, without losing
// anything.
func TestDifferenceSides(t *testing.T) {
	t.Parallel()
	st, _, clock, _ := kitDifference(t, kittest.Decls())
	clock.Pass(time.Second)
	st.Sees("v use 1 column")
	st.Keys("v")
	st.Golden("difference-sides")
	st.Sees("- /bin/sh", "+ /bin/bash", "- SHELL=/bin/sh", "+ SHELL=/bin/bash")
	st.Keys("v")
	st.Sees("- /bin/sh                           + /bin/bash")
}

// A plan shows the act of several resources once, at the first one; the others
// refer to it. While it runs, all of them are running.
func TestWrittenTogether(t *testing.T) {
	c := transaction.Change{Is: value.Absent(), Should: value.Sym("present"), Status: transaction.Planned}
	first, second := kittest.Step(t, "user", transaction.Planned, c), kittest.Step(t, "user", transaction.Planned, c)
	decl := ral.Decl{Type: "user", Title: "eve"}
	second.N, second.Decl, second.BatchLeader = 2, &decl, first
	lines, _ := plantext.Lines(plantext.Draw([]*transaction.Step{first, second}), plantext.Options{Width: 100})
	text := plantext.Text(lines, 100)
	if n := strings.Count(text, "with User[slow]"); n != 1 || strings.Index(text, "with User[slow]") < strings.Index(text, "user eve") {
		t.Errorf("said %d times:\n%s", n, text)
	}

	sh, _ := kittest.Shared(t)
	a := &Apply{sh: sh, plan: &transaction.Plan{}, now: -1, follow: true, stepList: stepList{filter: newStepFilter()}}
	steps := []*transaction.Step{first, second}
	for _, ev := range []transaction.Event{
		transaction.RunStarted{Steps: steps},
		transaction.StepStarted{N: 1},
		transaction.StepStarted{N: 2},
		transaction.Together{Steps: steps},
		transaction.StepResumed{N: 1},
	} {
		a.happened(ev)
	}
	if a.now != 0 || !a.steps[0].working || !a.steps[1].working {
		t.Errorf("the current step is %d", a.now)
	}
}

// Once the type is typed, tab moves to the button Yes, which replaced the
// field.
func TestTabAfterTheName(t *testing.T) {
	st, d, clock, _ := kitDifference(t, []ral.Decl{
		kittest.Decl("user", "deploy", "ensure", "absent"), kittest.Decl("user", "eve", "ensure", "absent"),
	})
	clock.Pass(time.Second)
	st.Keys("A", "tab")
	st.TypeText("user")
	st.Keys("tab")
	if d.focus != onYes || st.Top().Typing() {
		t.Errorf("it leads elsewhere: focus %v, typing %v", d.focus, st.Top().Typing())
	}
	st.Sees("enter answer Yes", "Yes, apply 2 changes ")
}
