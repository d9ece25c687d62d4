package tui

import "ralsh/ral/transaction"

// removals counts the resources that the plan takes away, and what goes along.
func (d *difference) removals() int {
	n := 0
	if d.plan != nil {
		for _, s := range d.plan.Steps {
			n += removes(s)
		}
	}
	return n
}

// removes counts what a step takes away: its resource, and what the tool removes
// along with it.
func removes(s *transaction.Step) int {
	if s.Status != transaction.Planned {
		return 0
	}
	n := alongWith(s)
	if s.Resource.Removing() {
		n++
	}
	return n
}

// alongWith counts what the tool removes beside the resource of a step.
func alongWith(s *transaction.Step) (n int) {
	for _, c := range s.Changes {
		n += c.RemovedCount
	}
	return n
}

// removedType is the type to be named before several are removed: that of the
// first of them.
func (d *difference) removedType() string {
	for _, s := range d.plan.Steps {
		if removes(s) > 0 {
			return s.Decl.Type
		}
	}
	return ""
}

// lacking says why Yes cannot be pressed, "" when it can.
func (d *difference) lacking() string {
	switch {
	case d.err != nil:
		return "there is no plan"
	case d.plan == nil:
		return "still planning"
	case d.plan.Ready() == 0 && d.unsynced() > 0:
		return "nothing of it can be planned"
	case d.plan.Ready() == 0:
		return "nothing to do"
	case d.sh.applying != nil:
		return "an apply is running"
	}
	if why := d.sh.session.RefusedPlan(d.plan); why != "" {
		return "needs root: " + why
	}
	return ""
}

// named reports whether the name that guards several removals was typed.
func (d *difference) named() bool {
	return d.confirm == nil || d.confirm.Value() == d.removedType()
}
