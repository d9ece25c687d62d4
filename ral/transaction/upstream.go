package transaction

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// why names the latest step that this one had to wait for.
func (w *walk) why(i int) Why {
	var y Why
	for _, e := range w.graph.in[i] {
		if n := w.at[e.from] + 1; n > y.After {
			y = Why{n, e.by}
		}
	}
	return y
}

func (w *walk) failedNeeds(s *Step) []string {
	var refs []string
	for _, e := range w.graph.in[w.index(s)] {
		up := w.steps[w.at[e.from]]
		switch up.Status {
		case Failed, Skipped, Stopped, DidNotTake, Blocked:
			refs = append(refs, up.Ref())
		}
	}
	return refs
}

func (w *walk) index(s *Step) int {
	return w.graph.refs[key(s.Resource.Type.Name, s.Resource.Title)]
}

// commandsBefore returns the latest step that this one depends on and that runs
// a command while planning: what it will find then cannot be known.
func (w *walk) commandsBefore(s *Step) int {
	if !w.planning {
		return 0
	}
	latest := 0
	for _, e := range w.graph.in[w.index(s)] {
		up := w.steps[w.at[e.from]]
		for _, d := range up.Done {
			if d.Act.Kind == host.ActRun {
				latest = max(latest, up.N)
			}
		}
	}
	return latest
}

func (w *walk) upstreamChanged(s *Step) bool {
	for _, e := range w.graph.in[w.index(s)] {
		if w.steps[w.at[e.from]].Status == Changed {
			return true
		}
	}
	return false
}

// moved says what is not as the plan saw it, "" when all is, or when a change
// of this very run explains it.
func moved(plan *Step, now *ral.Found, explained bool) string {
	if plan.Found == nil || explained {
		return ""
	}
	for _, c := range plan.Changes {
		if c.Certainty == ral.UnknownUntil || c.Is.IsUnknown() {
			continue
		}
		was, is := plan.Found.Get(c.Attr.Name), now.Get(c.Attr.Name)
		if was.Equal(is) {
			continue
		}
		if c.Attr.Sensitive || strings.ContainsAny(was.Text()+is.Text(), "\n") {
			return c.Attr.Name + " is not what it was"
		}
		return fmt.Sprintf("%s was %s, now it is %s", c.Attr.Name, was.Literal(), is.Literal())
	}
	return ""
}
