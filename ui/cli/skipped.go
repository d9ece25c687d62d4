package cli

import "ralsh/ral/transaction"

// untold reports whether a step is only counted, because it has no changes or
// is excluded by tags.
func untold(s *transaction.Step) bool {
	quiet := s.Skip == transaction.HasSkipTag || s.Skip == transaction.NotTagged || s.Status == transaction.InSync
	return quiet && len(s.Dropped) == 0 && len(s.Changes) == 0 && s.NotGenerated() == nil
}

// leftOut reports whether a step was requested and cannot be done.
func leftOut(s *transaction.Step) bool {
	return s.LeftOut() != ""
}

// watched reports whether a run without changes must be recorded, because audits
// and schedules of the next run need its values and its time.
func watched(p *transaction.Plan) bool {
	for _, s := range p.Steps {
		if s.Resource.Has("audit") || s.Resource.Has("schedule") {
			return true
		}
	}
	return false
}

// corrective marks a change that reverts a change of a different program.
func corrective(c transaction.Change) string {
	if c.Corrective {
		return " (corrective)"
	}
	return ""
}
