package tui

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

// undoSaid says what taking the run back will be, and what that cannot bring back;
// where there is little room, only that.
func undoSaid(p *transaction.Plan, wide bool) safe.Text {
	var gone []string
	for _, s := range p.Steps {
		gone = append(gone, unkept(s)...)
	}
	switch {
	case len(gone) > 0 && wide:
		return safe.Clean("Undo afterwards is a plan of its own; it cannot bring back " + few(gone) + ".")
	case len(gone) > 0:
		return safe.Clean("Undo cannot bring back " + few(gone) + ".")
	case wide:
		return "Undo afterwards is a plan of its own."
	}
	return ""
}

// unkept is what a step changes of which the journal keeps no copy: what commands
// do that are only run, what is in a folder, and secrets.
func unkept(s *transaction.Step) []string {
	if s.Found == nil || !slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Status == transaction.Planned }) {
		return nil
	}
	props, name := s.Resource.Type.Properties(), string(stepName(s))
	if !slices.ContainsFunc(props, func(a *ral.Attribute) bool { return !a.Fleeting }) {
		return []string{"what " + name + " does"}
	}
	if s.Clears() {
		return []string{"what is in " + name}
	}
	var secrets []string
	for _, a := range props {
		is := s.Found.Get(a.Name)
		if a.Sensitive && !is.IsNil() && !is.IsAbsent() && (s.Resource.Removing() || changes(s, a)) {
			secrets = append(secrets, a.Name)
		}
	}
	if secrets == nil {
		return nil
	}
	return []string{"the " + strings.Join(secrets, ", ") + " of " + name}
}

func changes(s *transaction.Step, a *ral.Attribute) bool {
	return slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Attr == a })
}
