package cli

import (
	"fmt"
	"strings"

	"ralsh/ral/transaction"
)

// skipReason returns why a step was skipped, "" if it was not.
func skipReason(s *transaction.Step) string {
	switch s.Skip {
	case transaction.HasSkipTag:
		return "it has a tag of --skip-tags"
	case transaction.NotTagged:
		return "it has none of the tags of --tags"
	case transaction.NotScheduled:
		return "outside of its schedule " + s.Resource.Get("schedule").Text()
	case transaction.NeedsFailed:
		return "needs " + strings.Join(s.Needs, ", ") + ", which failed"
	}
	return ""
}

// untold reports whether a step is only counted, because it changes nothing or
// was excluded by tags.
func untold(s *transaction.Step) bool {
	quiet := s.Skip == transaction.HasSkipTag || s.Skip == transaction.NotTagged || s.Status == transaction.InSync
	return quiet && len(s.Dropped) == 0 && len(s.Changes) == 0 && notGenerated(s) == nil
}

// leftOut reports whether a step was requested and cannot be done.
func leftOut(s *transaction.Step) bool {
	return s.LeftOut() != ""
}

// notGenerated returns why a resource could not generate others, or nil.
func notGenerated(s *transaction.Step) error {
	for _, t := range s.Troubles {
		if t.Kind == transaction.CannotGenerate {
			return fmt.Errorf("it could not tell what else there should be: %w", t.Err)
		}
	}
	return nil
}

// watched reports whether a run without changes must be recorded, because audits
// and schedules of the next one need its values and its time.
func watched(p *transaction.Plan) bool {
	for _, s := range p.Steps {
		if s.Resource.Has("audit") || s.Resource.Has("schedule") {
			return true
		}
	}
	return false
}

// corrective marks a change that reverts one from outside of ralsh.
func corrective(c transaction.Change) string {
	if c.Corrective {
		return " (corrective)"
	}
	return ""
}
