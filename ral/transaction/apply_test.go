package transaction_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

func applied(t *testing.T, w world, decls ...ral.Decl) *transaction.Report {
	t.Helper()
	rep, err := planOf(t, w, decls...).Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func statuses(rep *transaction.Report) string {
	var all []string
	for _, s := range rep.Steps {
		all = append(all, s.Decl.Title+"="+s.Status.String())
	}
	return list(all...)
}

func TestApply(t *testing.T) {
	for name, c := range map[string]struct {
		decls  []ral.Decl
		want   string
		exit   int
		detail string
	}{
		"nothing to do": {[]ral.Decl{thing("a", "color", "red")}, "[a=in_sync]", 0, "0 changes done."},
		"two changes":   {[]ral.Decl{thing("a", "color", "blue", "size", "2")}, "[a=changed]", 2, "2 changes done."},
		"a creation":    {[]ral.Decl{thing("n", "color", "blue")}, "[n=changed]", 2, "1 change done."},
		"by a command":  {[]ral.Decl{thing("a", "color", "by-command")}, "[a=changed]", 2, "1 change done."},
		"a setter that fails lets the next property be set, and skips who needs it": {
			[]ral.Decl{
				thing("a", "color", "refused", "size", "2"), thing("b", "color", "blue", "require", "Thing[a]"),
				thing("c", "ensure", "present", "require", "Thing[b]"),
			},
			"[a=failed b=skipped c=skipped]", 6, "1 change done, 1 failed, 2 skipped.",
		},
		"a change that did not take": {
			[]ral.Decl{thing("a", "color", "forgotten"), thing("b", "color", "blue")},
			"[a=did_not_take b=changed]", 6, "1 change done, 1 did not take.",
		},
		"one that did not take, and who needs it": {
			[]ral.Decl{thing("a", "color", "forgotten"), thing("b", "color", "blue", "require", "Thing[a]")},
			"[a=did_not_take b=skipped]", 4, "0 changes done, 1 skipped, 1 did not take.",
		},
		"a creation of which a part did not take": {
			[]ral.Decl{thing("n", "color", "forgotten")}, "[n=did_not_take]", 6, "1 change done, 1 did not take.",
		},
		"one that did not take beside one that failed": {
			[]ral.Decl{thing("a", "color", "forgotten", "size", "refused")}, "[a=failed]", 4, "0 changes done, 1 failed.",
		},
		"one that failed beside one that did not take": {
			[]ral.Decl{thing("a", "color", "refused", "size", "forgotten")}, "[a=failed]", 4, "0 changes done, 1 failed.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			rep := applied(t, newWorld(t), c.decls...)
			if got := statuses(rep); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if got := rep.ExitStatus(true); got != c.exit {
				t.Errorf("exit %d, want %d", got, c.exit)
			}
			if got := rep.Summary(); got != c.detail {
				t.Errorf("summary %q, want %q", got, c.detail)
			}
		})
	}
}

func TestFailureKeepsWhatWorked(t *testing.T) {
	w := newWorld(t)
	applied(t, w, thing("a", "color", "refused", "size", "2"))
	w.has(t, "/things/a/color", "red")
	w.has(t, "/things/a/size", "2")
}

func TestStopOnDrift(t *testing.T) {
	w := newWorld(t)
	p := planOf(t, w, thing("a", "color", "blue"), thing("b", "color", "blue"), thing("c", "ensure", "present", "require", "Thing[a]"))
	w.Put("/things/a/color", "green", 0o644)
	rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[a=stopped b=changed c=skipped]" {
		t.Error(got)
	}
	if got, want := rep.Steps[0].Drift, "color was 'red', now it is 'green'"; got != want {
		t.Errorf("moved %q, want %q", got, want)
	}
	w.has(t, "/things/a/color", "green")
}

// A resource that is gone before its removal, such as the group that userdel removes with
// its user, is in sync.
func TestRemovedBefore(t *testing.T) {
	w := newWorld(t)
	p := planOf(t, w, thing("a", "ensure", "absent"), thing("b", "color", "blue", "require", "Thing[a]"))
	if err := w.Writer().Remove(t.Context(), "/things/a", true); err != nil {
		t.Fatal(err)
	}
	rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[a=in_sync b=changed]" {
		t.Error(got)
	}
}

func TestPlanIsUsedOnce(t *testing.T) {
	w := newWorld(t)
	p := planOf(t, w, thing("a", "color", "blue"))
	if _, err := p.Apply(t.Context(), w.Writer(), transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Apply(t.Context(), w.Writer(), transaction.Options{}); !errors.Is(err, transaction.ErrUsed) {
		t.Errorf("second apply: %v", err)
	}
}

func TestStopBeginsNothingMore(t *testing.T) {
	w := newWorld(t)
	stop := make(chan struct{})
	p := planOf(t, w, thing("a", "color", "blue"), thing("b", "color", "blue"))
	rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{Stop: stop, Emit: func(ev transaction.Event) {
		if _, ok := ev.(transaction.PropertyDone); ok {
			close(stop)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[a=changed b=not_begun]" {
		t.Error(got)
	}
	w.has(t, "/things/b/color", "red")
}

// A stop between two properties of a resource starts no other property.
func TestStopBetweenProperties(t *testing.T) {
	w := newWorld(t)
	stop := make(chan struct{})
	rep, err := planOf(t, w, thing("a", "color", "blue", "size", "2")).Apply(t.Context(), w.Writer(), transaction.Options{
		Stop: stop, Emit: func(ev transaction.Event) {
			if done, ok := ev.(transaction.PropertyDone); ok && done.Change.Attr.Name == "color" {
				close(stop)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(rep); got != "[a=not_begun]" {
		t.Error(got)
	}
	if got := rep.Summary(); got != "1 change done, 1 not started." {
		t.Error(got)
	}
	w.has(t, "/things/a/color", "blue")
	w.has(t, "/things/a/size", "1")
}

func TestRefresh(t *testing.T) {
	w := newWorld(t)
	applied(t, w, thing("a", "color", "blue", "notify", "Thing[b]"), thing("b"))
	w.has(t, "/things/b/refreshed", "yes")

	w = newWorld(t)
	applied(t, w, thing("a", "color", "red", "notify", "Thing[b]"), thing("b"))
	if ok, _ := w.Reader().Exists(t.Context(), "/things/b/refreshed"); ok {
		t.Error("refreshed though nothing changed")
	}

	w = newWorld(t)
	applied(t, w, thing("a", "color", "refused", "notify", "Thing[b]"), thing("b"))
	if ok, _ := w.Reader().Exists(t.Context(), "/things/b/refreshed"); ok {
		t.Error("refreshed by a resource that failed")
	}
}

func TestEventsTellTheStory(t *testing.T) {
	w := newWorld(t)
	var story []string
	p := planOf(t, w, thing("a", "color", "by-command"))
	_, err := p.Apply(t.Context(), w.Writer(), transaction.Options{Emit: func(ev transaction.Event) {
		switch ev := ev.(type) {
		case transaction.RunStarted:
			story = append(story, "run")
		case transaction.StepStarted:
			story = append(story, "step")
		case transaction.ActStarted:
			story = append(story, "start "+ev.Command)
		case transaction.ActFinished:
			story = append(story, "done "+ev.Done.Act.String())
		case transaction.PropertyDone:
			story = append(story, ev.Change.Text)
		case transaction.StepFinished:
			story = append(story, ev.Step.Status.String())
		case transaction.RunFinished:
			story = append(story, ev.Report.Status())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"run", "step", "start /bin/paint a color", "done $ /bin/paint a color",
		"color changed 'red' to 'by-command'", "changed", "changed",
	}
	if d := cmp.Diff(want, story); d != "" {
		t.Error(d)
	}
}

func TestCancelledApplyTouchesNothing(t *testing.T) {
	w := newWorld(t)
	p := planOf(t, w, thing("a", "color", "blue"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rep, err := p.Apply(ctx, w.Writer(), transaction.Options{})
	if err != nil {
		// Building may fail on a cancelled context; then nothing was started.
		return
	}
	if got := statuses(rep); got != "[a=not_begun]" {
		t.Error(got)
	}
	w.has(t, "/things/a/color", "red")
}

// A property is not changed if the change of the property that it needs failed.
func TestNeededPropertyFails(t *testing.T) {
	w := newWorld(t)
	typ := thingType()
	typ.Attributes[3].Needs = "color"
	reg := ral.NewRegistry()
	reg.Add(typ, ral.Provider{Name: "files", New: func() any { return things{} }})
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	for color, size := range map[string]string{"refused": "1", "blue": "2"} {
		rep, err := transaction.Run(t.Context(), w.env, []ral.Decl{thing("a", "color", color, "size", "2")}, w.Writer(), transaction.Options{})
		if err != nil || rep.OK() != (color == "blue") {
			t.Fatal(err, rep.Summary())
		}
		w.has(t, "/things/a/size", size)
		w.Put("/things/a/size", "1", 0o644)
	}
}
