package tui

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
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

// undoRows is how many rows there are for that in the foot, which has so many lines
// and buttons. A low screen has some only where something is removed, and two rows
// of the plan are still seen above.
func (d *difference) undoRows(height, lines, buttons int) int {
	const body = 4 // the title of the plan, two rows of it, and what is below
	used := lines + buttons
	if d.lacking() != "" {
		used++ // why Yes is disabled
	}
	free := frame.FootRoom(height) - used
	switch {
	case height >= frame.FootHeight:
		return min(free, 1)
	case d.removals() == 0:
		return 0
	}
	above := frame.Arrange(frame.LeastWidth, height, frame.Foot{}).Body - used - body
	return max(0, min(free, above, 2))
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
