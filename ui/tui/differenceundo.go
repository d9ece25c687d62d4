package tui

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// undoSaid says what taking the run back will be, and what that cannot bring back,
// in so many rows; where there is little room, only that. Of several resources
// their steps say it whole.
func undoSaid(steps []drawnStep, width, rows int) safe.Text {
	wide := width >= frame.SplitWidth
	gone := lostOf(steps)
	begin, all := "Undo cannot bring back ", "Undo cannot bring back all of "
	if wide {
		begin, all = "Undo afterwards is a plan of its own; it cannot bring back ", "Undo afterwards is a plan of its own; it cannot bring back all of "
	}
	switch whole := safe.Clean(begin + few(gone) + "."); {
	case len(gone) == 1 && len(wrapped(whole, width-frame.Margin)) > rows:
		return safe.Clean(all) + onlyLost(steps) + ": see its step."
	case len(gone) > 1 && (len(wrapped(whole, width-frame.Margin)) > rows || len(gone) > fewest):
		return safe.Clean(all) + widget.CountOf(len(gone), "resource") + ": see each step."
	case len(gone) > 0:
		return whole
	case wide:
		return "Undo afterwards is a plan of its own."
	}
	return ""
}

func lostOf(steps []drawnStep) (gone []string) {
	for _, s := range steps {
		if s.lost != "" {
			gone = append(gone, s.lost)
		}
	}
	return gone
}

// onlyLost is the one resource of which something is lost.
func onlyLost(steps []drawnStep) safe.Text {
	i := slices.IndexFunc(steps, func(d drawnStep) bool { return d.lost != "" })
	return words.Step(steps[i].step).CutMiddle(24, safe.Ellipsis)
}

// drawRefused adds what the tools would refuse to bring back, and why.
func drawRefused(steps []drawnStep, refused map[string]string) {
	for i := range steps {
		d := &steps[i]
		switch why := refused[d.step.Ref()]; {
		case why == "":
			continue
		case d.lost == "":
			d.lost = string(words.Step(d.step)) + ": " + why
		default:
			d.lost = string(words.Step(d.step)) + ": " + why + "; nor " + d.lost
		}
		d.refused = true
	}
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

// notUndoable is what a step changes of which the journal keeps no copy: what commands
// do that are only run, what is in a folder, and secrets.
func notUndoable(s *transaction.Step) string {
	if s.Found == nil || !slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Status == transaction.Planned }) {
		return ""
	}
	props, name := s.Resource.Type.Properties(), string(words.Step(s))
	var said, secrets []string
	losses := journal.Losses(s)
	for _, loss := range losses {
		switch loss.Kind {
		case journal.LossSecret:
			secrets = append(secrets, loss.Property)
		case journal.LossOther, journal.LossFile:
			said = append(said, loss.Text)
		}
	}
	if said != nil {
		return name + ": " + strings.Join(said, "; ")
	}
	if n := alongWith(s); n > 0 {
		return "the " + string(widget.CountOf(n, safe.Clean(s.Resource.Type.Name))) + " that " + string(plural(n, "goes", "go")) + " with " + name
	}
	if !slices.ContainsFunc(props, func(a *ral.Attribute) bool { return !a.Transient }) {
		return "what " + name + " does"
	}
	if s.Clears() {
		return "what is in " + name
	}
	if secrets == nil {
		return ""
	}
	return "the " + strings.Join(secrets, ", ") + " of " + name
}
