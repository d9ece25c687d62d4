package tui

import (
	"slices"

	"ralsh/ral"
)

// unseen are the instances that moved and were not visited since, each with what it
// was when it was last seen; nil of one that was not there. Only what moved is held
// twice.
type unseen map[*ral.Found]*ral.Found

// was is what a marked instance was.
func (m unseen) was(f *ral.Found) (was *ral.Found, marked bool) {
	if was, marked = m[f]; marked && was == nil {
		was = ral.AbsentFound(f.Type, f.Name)
	}
	return was, marked
}

// put marks an instance, unless it is again what it was.
func (m *unseen) put(f, was *ral.Found) {
	if was != nil && same(was, f) {
		return
	}
	if *m == nil {
		*m = make(unseen)
	}
	(*m)[f] = was
}

// move is an instance that one look found to be other than the look before.
type move struct{ was, now *ral.Found }

// movement is what one look found to have moved.
type movement struct {
	moved      []move
	came, gone []string
}

// compare marks what is not as the look before found it, and notes it for the log.
// A mark stays until the row was visited, or the person has asked to read again.
// What was changed from here has not moved.
func (l *listing) compare(before *earlier) {
	old := l.marks
	if l.asked {
		old, l.gone = nil, nil
	}
	l.marks, l.news = nil, movement{}
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
		l.news = movement{}
	}
}

// moved notes an instance that is not what it was; was is nil of one that came.
func (l *listing) moved(old unseen, was, now *ral.Found) {
	if was == nil {
		l.news.came = append(l.news.came, now.Name)
	} else {
		l.news.moved = append(l.news.moved, move{was, now})
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
func (l *listing) depart(before *earlier) {
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
func (l *listing) visit(f *ral.Found) { delete(l.marks, f) }
