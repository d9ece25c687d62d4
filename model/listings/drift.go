package listings

import (
	"slices"

	"ralsh/ral"
)

// differs reports whether the i-th property of the type differs.
func differs(was, now *ral.Instance, i int) bool {
	x, y := was.At(i), now.At(i)
	if x.Same(y) {
		return false
	}
	p := now.Type.Properties()[i].Name
	return was.Get(p).Reveal().Inspect() != now.Get(p).Reveal().Inspect()
}

// Same reports whether two readings of an instance have the same properties.
func Same(a, b *ral.Instance) bool {
	for i := range a.Type.Properties() {
		if differs(a, b, i) {
			return false
		}
	}
	return true
}

// Drifted reports whether the i-th property of the type counts as drifted. If
// an instance came or went, only ensure counts.
func Drifted(was, now *ral.Instance, i int) bool {
	if was.Present() != now.Present() && now.Type.HasEnsure() {
		return now.Type.Properties()[i].Name == "ensure"
	}
	return differs(was, now, i)
}

// DriftedAttrs returns the properties that drifted, in the order of the type.
func DriftedAttrs(was, now *ral.Instance) []*ral.Attribute {
	var list []*ral.Attribute
	for i, a := range now.Type.Properties() {
		if Drifted(was, now, i) {
			list = append(list, a)
		}
	}
	return list
}

// marks maps the instances that drifted and were not visited since to their
// previous state, nil for a new instance.
type marks map[*ral.Instance]*ral.Instance

// put marks an instance, unless it is in its previous state again.
func (m *marks) put(inst, was *ral.Instance) {
	if was != nil && Same(was, inst) {
		return
	}
	if *m == nil {
		*m = make(marks)
	}
	(*m)[inst] = was
}

// Drift is an instance that differs from the previous listing.
type Drift struct{ Was, Now *ral.Instance }

// DriftSummary is the difference of a listing from the previous listing, apart
// from changes by this session.
type DriftSummary struct {
	Changed    []Drift
	Came, Gone []string
}

// compare marks and summarises the differences from the previous listing. A
// mark stays until the user visits the entry or requests a new reading. Changes
// by this session are not drift.
func (l *Listing) compare(prev *previous) {
	old := l.marks
	if l.byUser {
		old, l.Gone = nil, nil
	}
	l.marks, l.drift = nil, DriftSummary{}
	seen := make(map[string]bool) // the last of several entries with the same name counts
	for _, e := range slices.Backward(l.coming) {
		was, same := prev.was(e.Instance)
		switch {
		case same:
			if first, marked := old[was]; marked {
				l.marks.put(e.Instance, first)
			}
		case !seen[e.ID()]:
			seen[e.ID()] = true
			l.drifted(old, was, e.Instance)
		}
	}
	l.depart(prev)
	slices.Reverse(l.drift.Changed)
	slices.Reverse(l.drift.Came)
	if l.ours {
		l.drift = DriftSummary{}
	}
}

// drifted records a changed instance; was is nil for a new instance.
func (l *Listing) drifted(old marks, was, now *ral.Instance) {
	if was == nil {
		l.drift.Came = append(l.drift.Came, now.Name)
	} else {
		l.drift.Changed = append(l.drift.Changed, Drift{was, now})
	}
	if l.ours {
		return
	}
	if first, marked := old[was]; marked {
		was = first
	}
	l.marks.put(now, was)
}

// depart adds the names that are gone, and removes the names that came back.
func (l *Listing) depart(prev *previous) {
	if len(l.Gone) > 0 && len(l.drift.Came) > 0 {
		back := make(map[string]bool)
		for _, name := range l.drift.Came {
			back[name] = true
		}
		l.Gone = slices.DeleteFunc(l.Gone, func(name string) bool { return back[name] })
	}
	if !l.ours {
		l.drift.Gone = prev.lost()
		l.Gone = append(l.Gone, l.drift.Gone...)
	}
}

// TakeDrift returns how the last reading differed from the previous reading. The
// next call returns an empty summary until a new reading has ended.
func (l *Listing) TakeDrift() DriftSummary {
	d := l.drift
	l.drift = DriftSummary{}
	return d
}

// Marked reports whether an instance drifted and was not visited since.
func (l *Listing) Marked(inst *ral.Instance) bool {
	_, marked := l.marks[inst]
	return marked
}

// Was returns the previous state of a marked instance, absent if it is new.
func (l *Listing) Was(inst *ral.Instance) (was *ral.Instance, marked bool) {
	if was, marked = l.marks[inst]; marked && was == nil {
		was = ral.AbsentInstance(inst.Type, inst.Name)
	}
	return was, marked
}

// Visit removes the mark of an instance that the user has seen.
func (l *Listing) Visit(inst *ral.Instance) { delete(l.marks, inst) }

// SeeGone is called when the user has seen the names that are gone.
func (l *Listing) SeeGone() { l.Gone = nil }
