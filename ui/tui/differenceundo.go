package tui

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// undoSaid says what taking the run back will be, and what that cannot bring back,
// in so many rows; where there is little room, only that. Of several resources
// their steps say it whole.
func undoSaid(p *transaction.Plan, width, rows int) safe.Text {
	wide := width >= frame.SplitWidth
	gone := unkeptOf(p.Steps)
	begin, all := "Undo cannot bring back ", "Undo cannot bring back all of "
	if wide {
		begin, all = "Undo afterwards is a plan of its own; it cannot bring back ", "Undo afterwards is a plan of its own; it cannot bring back all of "
	}
	switch whole := safe.Clean(begin + few(gone) + "."); {
	case len(gone) > 1 && (len(wrapped(whole, width-frame.Margin)) > rows || len(gone) > fewest):
		return safe.Clean(all) + widget.CountOf(len(gone), "resource") + ": each step says what."
	case len(gone) > 0:
		return whole
	case wide:
		return "Undo afterwards is a plan of its own."
	}
	return ""
}

func unkeptOf(steps []*transaction.Step) (gone []string) {
	for _, s := range steps {
		if lost := unkept(s); lost != "" {
			gone = append(gone, lost)
		}
	}
	return gone
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
func unkept(s *transaction.Step) string {
	if s.Found == nil || !slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Status == transaction.Planned }) {
		return ""
	}
	props, name := s.Resource.Type.Properties(), string(stepName(s))
	if n := alongWith(s); n > 0 {
		return "the " + string(widget.CountOf(n, safe.Clean(s.Resource.Type.Name))) + " that " + string(plural(n, "goes", "go")) + " with " + name
	}
	if !slices.ContainsFunc(props, func(a *ral.Attribute) bool { return !a.Fleeting }) {
		return "what " + name + " does"
	}
	if s.Clears() {
		return "what is in " + name
	}
	var secrets []string
	for _, a := range props {
		is := s.Found.Get(a.Name)
		if a.Sensitive && !is.IsNil() && !is.IsAbsent() && (s.Resource.Removing() || changes(s, a)) {
			secrets = append(secrets, a.Name)
		}
	}
	if secrets == nil {
		return ""
	}
	return "the " + strings.Join(secrets, ", ") + " of " + name
}

func changes(s *transaction.Step, a *ral.Attribute) bool {
	return slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Attr == a })
}
