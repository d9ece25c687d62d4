package tui

import (
	"slices"

	"ralsh/ral"
)

// driftMarks are the instances that moved and were not visited since, each with what it
// was when it was last seen; nil of one that was not there. Only what moved is held
// twice.
type driftMarks map[*ral.Instance]*ral.Instance

// was is what a marked instance was.
func (m driftMarks) was(inst *ral.Instance) (was *ral.Instance, marked bool) {
	if was, marked = m[inst]; marked && was == nil {
		was = ral.AbsentInstance(inst.Type, inst.Name)
	}
	return was, marked
}

// put marks an instance, unless it is again what it was.
func (m *driftMarks) put(inst, was *ral.Instance) {
	if was != nil && same(was, inst) {
		return
	}
	if *m == nil {
		*m = make(driftMarks)
	}
	(*m)[inst] = was
}

// drift is an instance that one look found to be other than the look before.
type drift struct{ was, now *ral.Instance }

// driftSummary is what one look found to have moved.
type driftSummary struct {
	moved      []drift
	came, gone []string
}

// compare marks what is not as the look before found it, and notes it for the log.
// A mark stays until the row was visited, or the person has asked to read again.
// What was changed from here has not moved.
func (l *listing) compare(before *prevListing) {
	old := l.marks
	if l.asked {
		old, l.gone = nil, nil
	}
	l.marks, l.news = nil, driftSummary{}
	seen := make(map[string]bool) // of several of one name the last counts
	for _, e := range slices.Backward(l.coming) {
		was, same := before.was(e.found)
		switch {
		case same:
			if first, marked := old[was]; marked {
				l.marks.put(e.found, first)
			}
		case !seen[e.id()]:
			seen[e.id()] = true
			l.moved(old, was, e.found)
		}
	}
	l.depart(before)
	slices.Reverse(l.news.moved)
	slices.Reverse(l.news.came)
	if l.ours {
		l.news = driftSummary{}
	}
}

// moved notes an instance that is not what it was; was is nil of one that came.
func (l *listing) moved(old driftMarks, was, now *ral.Instance) {
	if was == nil {
		l.news.came = append(l.news.came, now.Name)
	} else {
		l.news.moved = append(l.news.moved, drift{was, now})
	}
	if l.ours {
		return
	}
	if first, marked := old[was]; marked {
		was = first
	}
	l.marks.put(now, was)
}

// depart adds the names that are gone to those of before that did not come back.
func (l *listing) depart(before *prevListing) {
	if len(l.gone) > 0 && len(l.news.came) > 0 {
		back := make(map[string]bool)
		for _, name := range l.news.came {
			back[name] = true
		}
		l.gone = slices.DeleteFunc(l.gone, func(name string) bool { return back[name] })
	}
	if !l.ours {
		l.news.gone = before.lost()
		l.gone = append(l.gone, l.news.gone...)
	}
}

// visit takes the mark off an instance that the person has seen.
func (l *listing) visit(inst *ral.Instance) { delete(l.marks, inst) }
