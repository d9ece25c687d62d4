package transaction

import (
	"fmt"
	"strings"
	"time"

	"ralsh/ral"
)

// Report is the result of a run: the changes and the state after them.
type Report struct {
	Steps   []*Step
	Began   time.Time
	Elapsed time.Duration
	// Completed is false if the run could not begin; it did not change the host then.
	Completed bool
	// NotGenerated reports that a resource could not generate other resources.
	NotGenerated bool
}

// report returns the report of the run.
func (w *walk) report(start time.Time) *Report {
	rep := &Report{Steps: w.order, Began: start, Elapsed: w.since(start), Completed: true}
	for _, s := range w.order {
		for _, t := range s.Troubles {
			rep.NotGenerated = rep.NotGenerated || t.Kind == CannotGenerate
		}
	}
	return rep
}

// compare records the acts that differ from the plan.
func (r *Report) compare(planned map[string]*Step) {
	for _, s := range r.Steps {
		plan := planned[s.Ref()]
		if plan == nil || s.Status != Changed || plan.Certainty() != ral.Exact {
			continue
		}
		want := plan.Acts()
		for k, act := range s.Acts() {
			if k >= len(want) || !act.Same(want[k]) {
				s.OffPlan = append(s.OffPlan, act)
			}
		}
	}
}

// Count returns the number of steps with a status.
func (r *Report) Count(of Status) int {
	n := 0
	for _, s := range r.Steps {
		if s.Status == of {
			n++
		}
	}
	return n
}

// Failed returns the number of resources that failed, or that could not generate
// resources.
func (r *Report) Failed() int {
	n := 0
	for _, s := range r.Steps {
		if s.Status == Failed || s.NotGenerated() != nil {
			n++
		}
	}
	return n
}

// InSync returns the number of resources that needed no change and did not fail.
func (r *Report) InSync() int {
	n := 0
	for _, s := range r.Steps {
		if s.Status == InSync && s.NotGenerated() == nil {
			n++
		}
	}
	return n
}

// Changes returns the number of changed properties plus the number of resources
// that were only refreshed.
func (r *Report) Changes() int {
	n := 0
	for _, s := range r.Steps {
		own := 0
		for _, c := range s.Changes {
			if c.Status == Changed && !c.Part {
				own++
			}
		}
		if own == 0 && s.Restarted > 0 {
			own = 1
		}
		n += own
	}
	return n
}

// OK reports whether every resource is in its desired state.
func (r *Report) OK() bool {
	for _, s := range r.Steps {
		if !s.OK() {
			return false
		}
	}
	return r.Completed && !r.NotGenerated
}

// Status returns the result as a word: failed, changed or unchanged (semantics.md R1).
func (r *Report) Status() string {
	switch {
	case !r.OK():
		return "failed"
	case r.Changes() > 0:
		return "changed"
	}
	return "unchanged"
}

// ExitStatus returns 0 for success and 1 for a failure. If detailed, it returns
// 2 for changes, 4 for failures, 6 for both (semantics.md R4).
func (r *Report) ExitStatus(detailed bool) int {
	if !detailed {
		if r.OK() {
			return 0
		}
		return 1
	}
	status := 0
	if r.Changes() > 0 {
		status |= 2
	}
	if !r.OK() {
		status |= 4
	}
	return status
}

// Summary returns the report as a sentence: "3 changes done, 1 stopped, 1
// failed."
func (r *Report) Summary() string {
	parts := []string{count(r.Changes(), "change done", "changes done")}
	for _, p := range []struct {
		of   Status
		word string
	}{{Stopped, "stopped"}, {Failed, "failed"}, {Skipped, "skipped"}, {DidNotTake, "did not take"}, {Blocked, "blocked"}, {NotBegun, "not started"}, {Noop, "noop"}} {
		n := r.Count(p.of)
		if p.of == Failed {
			n = r.Failed()
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, p.word))
		}
	}
	return strings.Join(parts, ", ") + "."
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Tally counts the results of a resource, as a report does (semantics.md L42).
type Tally struct {
	Changes    int // properties changed, and refreshes
	OutOfSync  int // events of any kind except audits
	Failed     bool
	Skipped    bool
	Corrective bool
}

// Tally counts the results of the step.
func (s *Step) Tally() Tally {
	t := Tally{Skipped: s.Skip != NotSkipped, Failed: s.Status == Failed || s.Status == DidNotTake}
	for i := range s.Changes {
		c := &s.Changes[i]
		t.Corrective = t.Corrective || c.Corrective
		switch {
		case c.Part || c.Status == Audited:
		case c.Status == Changed:
			t.Changes++
			t.OutOfSync++
		default:
			t.OutOfSync++
		}
	}
	for _, trouble := range s.Troubles {
		if trouble.Kind != Unsuitable && trouble.Kind != CannotGenerate {
			t.OutOfSync++
		}
	}
	if s.Restarted > 0 {
		t.Changes++
		t.OutOfSync++
	}
	return t
}
