package tui

import "ralsh/ral/transaction"

// removals counts the resources that the plan takes away.
func (d *difference) removals() int {
	n := 0
	if d.plan != nil {
		for _, s := range d.plan.Steps {
			if s.Status == transaction.Planned && s.Resource.Removing() {
				n++
			}
		}
	}
	return n
}

// removedType is the type to be named before several are removed: that of the
// first of them.
func (d *difference) removedType() string {
	for _, s := range d.plan.Steps {
		if s.Status == transaction.Planned && s.Resource.Removing() {
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
