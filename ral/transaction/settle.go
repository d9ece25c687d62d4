package transaction

import "slices"

// settle derives the step's status from its changes, the worst of them; in a
// plan a step with anything to do is planned, though one property be blocked.
func (s *Step) settle(planning bool) {
	if s.Status != Waiting {
		return
	}
	rank := []Status{InSync, Noop, Planned, Changed, Blocked, DidNotTake, Failed}
	if planning {
		rank = []Status{InSync, Noop, Blocked, Planned, Failed}
	}
	at := 0
	for _, c := range s.Changes {
		if !c.Part && c.Status != Audited {
			at = max(at, slices.Index(rank, c.Status))
		}
	}
	s.Status = rank[at]
	if s.Err != nil {
		s.Status = Failed
	}
}
