package cli

import (
	"fmt"
	"strings"

	"ralsh/ral/transaction"
)

// skipReason says why a step was left alone, "" when it was not.
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

// untold reports whether a step of many is counted only: nothing would be done,
// or it was not asked for.
func untold(s *transaction.Step) bool {
	quiet := s.Skip == transaction.HasSkipTag || s.Skip == transaction.NotTagged || s.Status == transaction.InSync
	return quiet && len(s.Dropped) == 0 && len(s.Changes) == 0 && notGenerated(s) == nil
}

// leftOut reports whether a step cannot be done, for all that was asked.
func leftOut(s *transaction.Step) bool {
	return s.LeftOut() != ""
}

// notGenerated is why a resource could not tell what else there should be.
func notGenerated(s *transaction.Step) error {
	for _, t := range s.Troubles {
		if t.Kind == transaction.CannotGenerate {
			return fmt.Errorf("it could not tell what else there should be: %w", t.Err)
		}
	}
	return nil
}

// watched reports whether a run is worth remembering though it changes nothing:
// the next one wants to know what this one saw, and when.
func watched(p *transaction.Plan) bool {
	for _, s := range p.Steps {
		if s.Resource.Has("audit") || s.Resource.Has("schedule") {
			return true
		}
	}
	return false
}

// corrective marks a change that undoes what someone else did.
func corrective(c transaction.Change) string {
	if c.Corrective {
		return " (corrective)"
	}
	return ""
}
