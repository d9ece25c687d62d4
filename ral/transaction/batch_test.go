package transaction_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// told returns each step as "title status | act, with".
func told(steps []*transaction.Step) []string {
	var lines []string
	for _, s := range steps {
		line := s.Decl.Title + " " + s.Status.String()
		for _, act := range s.Acts() {
			text, _, _ := strings.Cut(act.String(), ", ")
			line += " | " + text
		}
		if s.BatchLeader != nil {
			line += ", with " + s.BatchLeader.Decl.Title
		}
		lines = append(lines, line)
	}
	return lines
}

func TestBatches(t *testing.T) {
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  []string // of the apply; also of the plan, with planned instead of changed
	}{
		"neighbours are made by one command": {
			[]ral.Decl{some("crate", "a"), some("crate", "b"), some("crate", "c")},
			[]string{"a changed | $ /bin/pack make a b c", "b changed, with a", "c changed, with a"},
		},
		"one alone is made as usual": {
			[]ral.Decl{some("crate", "a"), thing("a", "color", "red")},
			[]string{"a changed | $ /bin/pack make a", "a in_sync"},
		},
		"what is in sync is passed over": {
			[]ral.Decl{some("crate", "a"), some("crate", "old"), some("crate", "b")},
			[]string{"a changed | $ /bin/pack make a b", "old in_sync", "b changed, with a"},
		},
		"what is only looked at is passed over": {
			[]ral.Decl{some("crate", "a"), some("crate", "n", "noop", "true"), some("crate", "b")},
			[]string{"a changed | $ /bin/pack make a b", "n noop", "b changed, with a"},
		},
		"another verb begins anew": {
			[]ral.Decl{some("crate", "a"), some("crate", "b"), some("crate", "old", "ensure", "absent"), some("crate", "old2", "ensure", "absent")},
			[]string{"a changed | $ /bin/pack make a b", "b changed, with a", "old changed | $ /bin/pack drop old old2", "old2 changed, with old"},
		},
		"another property ends it": {
			[]ral.Decl{some("crate", "a"), some("crate", "old", "mark", "z"), some("crate", "b")},
			[]string{"a changed | $ /bin/pack make a", "old changed | write /crates/old", "b changed | $ /bin/pack make b"},
		},
		"an edge among them ends it": {
			[]ral.Decl{some("crate", "a"), some("crate", "b", "require", "Crate[a]"), some("crate", "c")},
			[]string{"a changed | $ /bin/pack make a", "b changed | $ /bin/pack make b c", "c changed, with b"},
		},
		"another provider ends it": {
			[]ral.Decl{some("crate", "a"), thing("a", "color", "blue"), some("crate", "b")},
			[]string{"a changed | $ /bin/pack make a", "a changed | write /things/a/color", "b changed | $ /bin/pack make b"},
		},
		"what waits for one keeps its place": {
			[]ral.Decl{thing("a", "color", "blue", "require", "Crate[a]"), some("crate", "a"), some("crate", "b")},
			[]string{"a changed | $ /bin/pack make a", "a changed | write /things/a/color", "b changed | $ /bin/pack make b"},
		},
		"containers are passed over": {
			[]ral.Decl{class("one"), class("two"), in("Class[one]", some("crate", "a")), in("Class[two]", some("crate", "b"))},
			[]string{"a changed | $ /bin/pack make a b", "b changed, with a"},
		},
		"the end of a container is an edge": {
			[]ral.Decl{
				class("one"), class("two", "require", "Class[one]"),
				in("Class[one]", some("crate", "a")), in("Class[two]", some("crate", "b")),
			},
			[]string{"a changed | $ /bin/pack make a", "b changed | $ /bin/pack make b"},
		},
		"each is refreshed after the command": {
			[]ral.Decl{
				thing("a", "color", "blue", "notify", "Crate[b]"), some("crate", "a"), some("crate", "b"), some("crate", "c"),
			},
			[]string{
				"a changed | write /things/a/color", "a changed | $ /bin/pack make a",
				"b changed | $ /bin/pack make b c | $ /bin/pack shake b", "c changed, with b",
			},
		},
		"a file is written once": {
			[]ral.Decl{some("note", "n1", "mark", "1"), some("note", "n0"), some("note", "n2", "mark", "2"), some("note", "n3", "ensure", "absent")},
			[]string{"n1 changed | write /notes/x", "n0 in_sync", "n2 changed, with n1", "n3 in_sync"},
		},
		"two files are written once each": {
			[]ral.Decl{some("note", "n1"), some("note", "n2"), some("note", "y1", "shelf", "y"), some("note", "y2", "shelf", "y")},
			[]string{"n1 changed | write /notes/x", "n2 changed, with n1", "y1 changed | write /notes/y", "y2 changed, with y1"},
		},
		"before anything of another provider": {
			[]ral.Decl{some("note", "n1"), thing("a", "color", "blue"), some("note", "n2")},
			[]string{"n1 changed | write /notes/x", "a changed | write /things/a/color", "n2 changed | write /notes/x"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newBatchWorld(t)
			plan := planOf(t, w, c.decls...)
			planned := strings.ReplaceAll(strings.Join(told(plan.Steps), "\n"), " planned", " changed")
			rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, told(rep.Steps)); d != "" {
				t.Errorf("apply: %s", d)
			}
			if d := cmp.Diff(strings.Join(c.want, "\n"), planned); d != "" {
				t.Errorf("plan: %s", d)
			}
			if again := planOf(t, w, c.decls...); again.ChangeCount() > 0 {
				t.Errorf("a second plan: %v", told(again.Steps))
			}
		})
	}
}

// A resource that cannot be planned ends a batch in the plan; without it the
// apply writes the same batches.
func TestLeftOutEndsBatch(t *testing.T) {
	w := newBatchWorld(t)
	plan, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{
		some("crate", "a"), some("note", "n", "mark", "refused"), some("crate", "b"), some("crate", "c"),
	})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a changed | $ /bin/pack make a", "b changed | $ /bin/pack make b c", "c changed, with b"}
	if d := cmp.Diff(want, told(rep.Steps)); d != "" {
		t.Error(d)
	}
}
