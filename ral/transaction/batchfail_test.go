package transaction_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// If the command for a batch fails, each resource is read again to find its own
// result.
func TestBatchThatFails(t *testing.T) {
	w := newBatchWorld(t)
	rep := applied(t, w, some("crate", "a"), some("crate", "broken"), some("crate", "c"),
		thing("a", "color", "blue", "require", "Crate[a]"), some("note", "n1", "require", "Crate[c]"))
	want := []string{
		"a changed | $ /bin/pack make a broken c", "broken failed, with a", "c failed, with a",
		"a changed | write /things/a/color", "n1 skipped",
	}
	if d := cmp.Diff(want, told(rep.Steps)); d != "" {
		t.Error(d)
	}
	for _, s := range rep.Steps[1:3] {
		if err := s.Changes[0].Err; err == nil || !strings.Contains(err.Error(), "pack") {
			t.Errorf("%s: %v", s.Ref(), err)
		}
	}
	if got := rep.ExitStatus(true); got != 6 {
		t.Errorf("exit %d", got)
	}
}

// The rejection of one record affects only its resource; a failed write affects
// all of them.
func TestFlushOfManyThatFails(t *testing.T) {
	w := newBatchWorld(t)
	rep, err := transaction.Run(t.Context(), w.env, []ral.Decl{
		some("note", "n1", "mark", "1"), some("note", "n2", "mark", "refused"), some("note", "n3", "mark", "3"),
		thing("a", "color", "blue", "require", "Note[n2]"),
	}, w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[n1=changed n2=failed n3=changed a=skipped]" {
		t.Error(got)
	}
	w.has(t, "/notes/x", "n0=m\nn1=1\nn3=3\n")

	rep, err = transaction.Run(t.Context(), w.env, []ral.Decl{
		some("note", "n4", "shelf", "none/x"), some("note", "n5", "shelf", "none/x"),
	}, w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[n4=failed n5=failed]" || rep.Steps[1].Err == nil {
		t.Error(got)
	}
}

func TestBatchOfWhatMoved(t *testing.T) {
	w := newBatchWorld(t)
	plan := planOf(t, w, some("crate", "a"), some("crate", "b"), some("crate", "c"))
	w.Put(crate("b"), "m", 0o644)
	rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a changed | $ /bin/pack make a c", "b stopped", "c changed, with a"}
	if d := cmp.Diff(want, told(rep.Steps)); d != "" {
		t.Error(d)
	}
}

// A resource that the plan writes apart from the batch before it is read after that
// batch, which may have changed it.
func TestBatchThatChangesTheNextResource(t *testing.T) {
	w := newBatchWorld(t)
	plan := planOf(t, w, some("crate", "swap"), some("crate", "old", "ensure", "absent"))
	if c := plan.Steps[1].Changes[0]; c.Certainty != ral.UnknownUntil || c.Until != 1 {
		t.Errorf("%s until %d", c.Certainty, c.Until)
	}
	rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"swap changed | $ /bin/pack make swap", "old in_sync"}
	if d := cmp.Diff(want, told(rep.Steps)); d != "" {
		t.Error(d)
	}
}

// Consecutive resources are read again together, before one that depends on them or has
// another provider. A change without effect is found before anything depends on it.
func TestVerifiedTogether(t *testing.T) {
	for name, c := range map[string]struct {
		decls   []ral.Decl
		forgets int
		want    []string
	}{
		"one": {[]ral.Decl{some("scroll", "a")}, 1, []string{"a changed | write /scrolls/a"}},
		"several": {
			[]ral.Decl{some("scroll", "a"), some("scroll", "old"), some("scroll", "b"), some("scroll", "c")},
			1,
			[]string{"a changed | write /scrolls/a", "old in_sync", "b changed | write /scrolls/b", "c changed | write /scrolls/c"},
		},
		"a dependent": {
			[]ral.Decl{some("scroll", "a"), some("scroll", "b"), some("scroll", "c", "require", "Scroll[b]")},
			2,
			[]string{"a changed | write /scrolls/a", "b changed | write /scrolls/b", "c changed | write /scrolls/c"},
		},
		"another provider": {
			[]ral.Decl{some("scroll", "a"), thing("a", "color", "blue"), some("scroll", "b")},
			2,
			[]string{"a changed | write /scrolls/a", "a changed | write /things/a/color", "b changed | write /scrolls/b"},
		},
		"without effect": {
			[]ral.Decl{some("scroll", "lost"), some("scroll", "b"), some("scroll", "c", "require", "Scroll[lost]")},
			1,
			[]string{"lost did_not_take", "b changed | write /scrolls/b", "c skipped"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newBatchWorld(t)
			plan := planOf(t, w, c.decls...)
			rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, told(rep.Steps)); d != "" {
				t.Error(d)
			}
			text := ""
			for _, s := range rep.Steps {
				for _, m := range s.Messages {
					text = max(text, m.Text)
				}
			}
			if want := fmt.Sprint("forgotten ", c.forgets); text != want {
				t.Errorf("%s, not %s", text, want)
			}
		})
	}
}

// A stop before the command leaves the whole batch untouched.
func TestStopBeforeABatch(t *testing.T) {
	w := newBatchWorld(t)
	stop := make(chan struct{})
	plan := planOf(t, w, some("crate", "a"), some("crate", "b"), some("crate", "c"))
	rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{Stop: stop, Emit: func(ev transaction.Event) {
		if started, ok := ev.(transaction.StepStarted); ok && started.N == 2 {
			close(stop)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[a=not_begun b=not_begun c=not_begun]" || len(w.Ran()) > 0 {
		t.Error(got, w.Ran())
	}
}

// A command line is not longer than the kernel accepts.
func TestBatchesEnd(t *testing.T) {
	w := newBatchWorld(t)
	var decls []ral.Decl
	for i := range 1001 {
		decls = append(decls, some("crate", fmt.Sprint("r", i)))
	}
	rep := applied(t, w, decls...)
	var sizes []int
	for _, cmd := range w.Ran() {
		sizes = append(sizes, len(cmd.Args)-1)
	}
	if d := cmp.Diff([]int{500, 500, 1}, sizes); d != "" || !rep.OK() {
		t.Error(d)
	}
}

func TestNoBatch(t *testing.T) {
	w := newBatchWorld(t)
	decls := []ral.Decl{some("crate", "a"), some("crate", "b"), some("note", "n1"), some("note", "n2")}
	plan, err := transaction.NewPlanWith(t.Context(), w.env, decls, transaction.Options{NoBatch: true})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a changed | $ /bin/pack make a", "b changed | $ /bin/pack make b",
		"n1 changed | write /notes/x", "n2 changed | write /notes/x",
	}
	if d := cmp.Diff(want, told(rep.Steps)); d != "" {
		t.Error(d)
	}
}

// A waiting resource is checked again after the command that installs its
// provider.
func TestBatchThatBringsAProvider(t *testing.T) {
	w := newBatchWorld(t)
	rep, err := transaction.Run(t.Context(), w.env, []ral.Decl{
		some("crate", "a"), some("late", "l"), some("crate", "bringer"), some("crate", "c"),
	}, w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[a=changed bringer=changed c=changed l=changed]" {
		t.Error(got)
	}
}

// Nothing after a member of a batch is certain before the command has run.
func TestAfterABatchNothingIsCertain(t *testing.T) {
	w := newBatchWorld(t)
	plan := planOf(t, w, some("crate", "a"), some("crate", "b"), thing("a", "color", "blue", "require", "Crate[b]"))
	if c := plan.Steps[2].Changes[0]; c.Certainty != ral.UnknownUntil || c.Until != 2 {
		t.Errorf("%s until %d", c.Certainty, c.Until)
	}
	if got := plan.Steps[1].Changes[0].Certainty; got != ral.Exact {
		t.Errorf("the second crate is %s", got)
	}
}

func TestBatchTellsItsStory(t *testing.T) {
	w := newBatchWorld(t)
	var story []string
	_, err := planOf(t, w, some("crate", "a"), some("crate", "old"), some("crate", "b")).Apply(t.Context(), w.Writer(), transaction.Options{
		Emit: func(ev transaction.Event) {
			switch ev := ev.(type) {
			case transaction.StepStarted:
				story = append(story, fmt.Sprint("step ", ev.N))
			case transaction.StepResumed:
				story = append(story, fmt.Sprint("back at ", ev.N))
			case transaction.Together:
				story = append(story, fmt.Sprint("together ", len(ev.Steps)))
			case transaction.ActFinished:
				story = append(story, fmt.Sprint("act of ", ev.N))
			case transaction.PropertyDone:
				story = append(story, fmt.Sprint("property of ", ev.N))
			case transaction.StepFinished:
				story = append(story, fmt.Sprint("end of ", ev.Step.N))
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"step 1", "step 2", "end of 2", "step 3", "together 2", "back at 1", "act of 1", "property of 1", "property of 3",
		"back at 3", "end of 1", "end of 3",
	}
	if d := cmp.Diff(want, story); d != "" {
		t.Error(d)
	}
}
