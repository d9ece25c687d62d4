package transaction

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
