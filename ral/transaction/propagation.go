package transaction

import (
	"slices"

	"ralsh/ral/host"
	"ralsh/ral/transaction/graph"
)

// vertex is a vertex of the graph during a run.
type vertex struct {
	*graph.Vertex
	step    *Step   // of the ends of a container: its step
	held    bool    // by a batch: outcome is not set yet
	outcome         // data for dependents
	origins []*Step // of an end of a container: the origins of the events that it forwards
}

// outcome is the data that a vertex passes to its direct dependents, and collects from
// its direct dependencies. Containers forward it.
type outcome struct {
	failed    []*Step // the resources that failed, each once, the nearest last (semantics.md X22)
	real      int32   // events
	noop      int32   // events of noop resources
	ran       int     // of a plan: the last step up to this step that runs a command
	requested int     // the same for a step that sends a request to a server
	wrote     int     // the same for a step that writes a file
	changed   bool    // something was changed
	until     int     // of a plan: a step after which a notifier may change
}

// lastEffect returns the last step of a plan that may create something that is
// missing.
func (o outcome) lastEffect() int { return max(o.ran, o.requested) }

func (sq *sequence) collect(v *vertex) outcome {
	var up outcome
	for e := range sq.graph.Into(v.Vertex) {
		from := sq.vertices[e.From]
		up.failed = union(up.failed, from.failed)
		up.ran, up.requested, up.wrote = max(up.ran, from.ran), max(up.requested, from.requested), max(up.wrote, from.wrote)
		up.changed = up.changed || from.changed
		if e.Notifies() {
			up.until = max(up.until, from.until)
			up.real += from.real
			up.noop += from.noop
		}
	}
	return up
}

// union returns the first list if it contains the second: a failure may have 100,000
// dependents.
func union(a, b []*Step) []*Step {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 || &a[0] == &b[0] {
		return a
	}
	out := slices.Clip(a)
	known := make(map[*Step]bool, len(a))
	for _, s := range a {
		known[s] = true
	}
	for _, s := range b {
		if !known[s] {
			out = append(out, s)
		}
	}
	return out
}

// setOutcome sets the outcome that a resource passes to its dependents.
func (v *vertex) setOutcome(up outcome) {
	s := v.step
	v.failed, v.ran, v.requested, v.wrote = up.failed, up.ran, up.requested, up.wrote
	v.until = 0
	if s.Status == InSync {
		v.until = s.Until
	}
	switch s.Status {
	case Failed, Stopped, DidNotTake, Blocked:
		if !s.appeared { // the missing removal does not affect dependents
			v.failed = append(slices.Clip(up.failed), s)
		}
	}
	v.changed = up.changed || s.Status == Changed
	acts := s.Results
	if s.BatchLeader != nil {
		acts = s.BatchLeader.Results
	}
	for _, d := range acts {
		switch d.Act.Kind {
		case host.ActRun:
			v.ran = s.N
		case host.ActRequest:
			v.requested = s.N
		default:
			v.wrote = s.N
		}
	}
}
