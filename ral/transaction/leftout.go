package transaction

// LeftOut says why an apply leaves out a step of a plan: it cannot be planned, or
// needs what cannot. It is "" for a step that the apply works on.
func (s *Step) LeftOut() string {
	switch {
	case s.Status == Skipped && !s.OK() && len(s.Needs) > 0:
		return "needs " + s.Needs[0] + ", which cannot be"
	case s.Status != Blocked && (s.Status != Skipped || s.OK()):
		return ""
	}
	return s.Unplanned()
}

// Unplanned says why a step cannot be planned, or the first of its properties that
// cannot.
func (s *Step) Unplanned() string {
	if s.Err != nil {
		return s.Err.Error()
	}
	for _, c := range s.Changes {
		if c.Err != nil {
			return c.Attr.Name + ": " + c.Err.Error()
		}
	}
	return "it cannot be planned"
}
