package transaction

// FaultOf names the properties that one failure kept from being brought about, the
// one at i among them: one command or one write was for all. It is nil where
// Changes[i] has no error, and for all but the first of them, so that each failure
// is told once.
func (s *Step) FaultOf(i int) []string {
	err := s.Changes[i].Err
	if err == nil {
		return nil
	}
	var names []string
	for k, c := range s.Changes {
		if c.Err == nil || c.Err.Error() != err.Error() {
			continue
		}
		if k < i {
			return nil
		}
		names = append(names, c.Attr.Name)
	}
	return names
}

// ErrAtChange reports whether the error of the step as a whole stands at one of
// its changes too.
func (s *Step) ErrAtChange() bool {
	for _, c := range s.Changes {
		if s.Err != nil && c.Err != nil && c.Err.Error() == s.Err.Error() {
			return true
		}
	}
	return false
}
