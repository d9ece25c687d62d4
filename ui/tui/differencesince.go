package tui

import (
	"slices"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// drawSince adds to the steps of a plan what moved between an earlier plan and
// this one, of the resources that an apply stopped at because of it. With what is
// and what should be that makes three parts: the plan, now, and yours.
func drawSince(drawn []drawnStep, planned, stopped []*transaction.Step) {
	for i := range drawn {
		is := func(s *transaction.Step) bool { return s.Ref() == drawn[i].step.Ref() }
		was, end := slices.IndexFunc(planned, is), slices.IndexFunc(stopped, is)
		if was < 0 || end < 0 {
			continue
		}
		told := false
		for k := range drawn[i].changes {
			told = drawn[i].changes[k].moved(drawn[i].step, planned[was]) || told
		}
		if !told {
			drawn[i].since = safe.Clean(stopped[end].Drift)
		}
	}
}

// moved notes what a property was when it was planned, if it is not so any more.
func (d *drawnChange) moved(now, planned *transaction.Step) bool {
	at := slices.IndexFunc(planned.Changes, func(c transaction.Change) bool {
		return c.Attr == d.change.Attr && c.Part == d.change.Part
	})
	if at < 0 || d.change.Part {
		return false
	}
	was := planned.Changes[at]
	old, _, texts := contents(planned, was)
	new, _, texts2 := contents(now, d.change)
	switch {
	case texts && texts2 && old != new:
		d.sinceHunks, d.since = widget.Contents(old, new, 1, compareFor)
		return true
	case texts || texts2 || was.Is.Equal(d.change.Is):
		return false
	}
	d.since = "was " + showWas(planned.Resource, was) + " when it was planned"
	return true
}

// moved are the rows above a property that moved since it was planned.
func (p *planPaper) moved(d drawnChange) {
	switch {
	case len(d.sinceHunks) > 0:
		p.sentence(frame.SignMoved, safe.Clean(d.change.Attr.Name)+" moved since the plan:")
		numbers := lineNumbers(d.sinceHunks)
		for _, h := range d.sinceHunks {
			p.hunk(h, numbers)
		}
		p.sentence(frame.NoSign, "and from there to what you asked for:")
	case d.since != "":
		p.sentence(frame.SignMoved, safe.Clean(d.change.Attr.Name)+" "+d.since)
	}
}
