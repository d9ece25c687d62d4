package transaction_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/graph"
)

// Batches change neither the order, nor the status of any resource, nor the
// final state of the host; and the plan has the acts of the apply.
func TestBatchesChangeNothingElse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	fewer := 0
	for n := range 400 {
		decls := tangle(rng)
		type outcome struct {
			order, host []string
		}
		var got [2]outcome
		var acts [2]int
		for i, noBatch := range []bool{true, false} {
			w := newBatchWorld(t)
			plan, err := transaction.NewPlanWith(t.Context(), w.env, decls, transaction.Options{NoBatch: noBatch})
			if _, cyclic := errors.AsType[*graph.CycleError](err); cyclic {
				continue
			}
			if err != nil {
				t.Fatal(n, err)
			}
			planned := fmt.Sprint(strings.ReplaceAll(strings.Join(told(plan.Steps), "\n"), " planned", " changed"))
			rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(n, err)
			}
			if d := cmp.Diff(planned, strings.Join(told(rep.Steps), "\n")); d != "" && !blocked(plan) {
				t.Fatalf("%d: the apply is not as planned: %s", n, d)
			}
			for _, s := range rep.Steps {
				got[i].order = append(got[i].order, fmt.Sprint(s.Ref(), " ", s.Status, " ", s.Restarted, s.Needs, s.Refresh))
				acts[i] += len(s.Results)
				if len(s.OffPlan) > 0 && !blocked(plan) {
					t.Fatalf("%d: %s ran otherwise than planned: %v", n, s.Ref(), s.OffPlan)
				}
			}
			for _, dir := range []string{"/crates", "/notes", "/scrolls", "/things"} {
				got[i].host = append(got[i].host, w.files(t, dir)...)
			}
		}
		if d := cmp.Diff(got[0], got[1], cmp.AllowUnexported(outcome{})); d != "" {
			t.Fatalf("%d: %v\n%s", n, decls, d)
		}
		if acts[1] < acts[0] {
			fewer++
		}
	}
	if fewer < 200 {
		t.Errorf("only %d of 400 had anything to be done at once", fewer)
	}
}

// tangle returns a random catalog of crates, notes and things, some in classes.
func tangle(rng *rand.Rand) []ral.Decl {
	decls := []ral.Decl{class("one"), class("two"), class("three", "require", "Class[one]")}
	var refs []string
	for i := range 4 + rng.IntN(12) {
		typ := []string{"crate", "crate", "crate", "note", "note", "thing", "scroll"}[rng.IntN(7)]
		title := fmt.Sprint("r", i)
		pairs := []string{"mark", []string{"m", "1", "refused"}[min(2, rng.IntN(9)/4)]}
		switch typ {
		case "crate":
			pairs = []string{"shelf", []string{"x", "y"}[rng.IntN(5)/4]}
			if rng.IntN(8) == 0 {
				title = []string{"old", "old2"}[rng.IntN(2)]
			}
		case "scroll":
			pairs = []string{"ensure", []string{"present", "absent"}[rng.IntN(8)/7]}
			if rng.IntN(8) == 0 {
				title = "old"
			}
		case "thing":
			pairs = []string{"ensure", "present", "color", "blue"}
		}
		if rng.IntN(10) == 0 {
			pairs = append(pairs, "noop", "true")
		}
		if len(refs) > 0 && rng.IntN(4) == 0 {
			pairs = append(pairs, []string{"require", "subscribe", "before", "notify"}[rng.IntN(4)], refs[rng.IntN(len(refs))])
		}
		d := some(typ, title, pairs...)
		if rng.IntN(3) == 0 {
			d = in([]string{"Class[one]", "Class[two]"}[rng.IntN(2)], d)
		}
		if !known(refs, d.Ref()) {
			refs = append(refs, d.Ref())
			decls = append(decls, d)
		}
	}
	rng.Shuffle(len(decls), func(i, j int) { decls[i], decls[j] = decls[j], decls[i] })
	return decls
}

// blocked reports whether a plan has a step that is refused, or that was refused
// and may be possible after an earlier step.
func blocked(p *transaction.Plan) bool {
	for _, s := range p.Steps {
		if s.Status == transaction.Blocked || slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return strings.HasSuffix(c.Note, " yet") }) {
			return true
		}
	}
	return false
}

func known(refs []string, ref string) bool {
	for _, r := range refs {
		if r == ref {
			return true
		}
	}
	return false
}

// files returns the files below a directory, each as "path content".
func (w world) files(t *testing.T, dir string) []string {
	t.Helper()
	names, err := w.Reader().ReadDir(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, name := range names {
		if data, err := w.Reader().ReadFile(t.Context(), dir+"/"+name); err == nil {
			list = append(list, dir+"/"+name+" "+string(data))
		} else {
			list = append(list, w.files(t, dir+"/"+name)...)
		}
	}
	return list
}
