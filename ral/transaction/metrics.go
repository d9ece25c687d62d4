package transaction

import "time"

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

// Metrics are the sums of a report (semantics.md R3).
type Metrics struct {
	Total, Skipped, Failed, FailedToRestart, Restarted, Changed, OutOfSync, Corrective int
	Changes                                                                            int
	Success, Failure, Noop, Audit                                                      int                      // events
	Time                                                                               map[string]time.Duration // by type
}

// metrics returns the sums over all resources.
func (r *Report) metrics() Metrics {
	m := Metrics{Total: len(r.Steps), Time: make(map[string]time.Duration)}
	for _, s := range r.Steps {
		t := s.Tally()
		m.Changes += t.Changes
		m.Time[s.Resource.Type.Name] += s.Elapsed
		for of, holds := range map[*int]bool{
			&m.Skipped: t.Skipped, &m.Failed: t.Failed, &m.FailedToRestart: s.RestartFailed, &m.Restarted: s.Restarted > 0,
			&m.Changed: t.Changes > 0, &m.OutOfSync: t.OutOfSync > 0, &m.Corrective: t.Corrective,
		} {
			if holds {
				*of++
			}
		}
		m.events(s, t)
	}
	return m
}

func (m *Metrics) events(s *Step, t Tally) {
	m.Success += t.Changes
	for i := range s.Changes {
		switch c := &s.Changes[i]; {
		case c.Part:
		case c.Status == Noop:
			m.Noop++
			t.OutOfSync--
		case c.Status == Audited:
			m.Audit++
		}
	}
	m.Failure += t.OutOfSync - t.Changes
}
