package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
)

// readiness finds out which drafts are ready whenever the basket has changed, one time
// at once and beside the screens: line 1 counts them on every screen.
type readiness struct {
	busy bool
	seen []stamp // of what was judged last, or is being judged
}

// readinessMsg are the drafts that are not ready.
type readinessMsg struct{ bad map[*model.Draft]notReady }

// judge begins to judge when the basket has changed since. What a plan said of a
// draft that was changed is not so any more.
func (a *app) judge() tea.Cmd {
	now := a.stamps()
	if a.judging.busy || slices.Equal(now, a.judging.seen) {
		return nil
	}
	for _, s := range now {
		i := slices.IndexFunc(a.judging.seen, func(old stamp) bool { return old.draft == s.draft })
		if i >= 0 && (a.judging.seen[i].version != s.version || a.judging.seen[i].provider != s.provider) {
			a.sh.drafts.note(s.draft, (*draftStatus).unplanned)
		}
	}
	a.judging = readiness{busy: true, seen: now}
	drafts, copies := a.sh.drafts.chosen()
	ctx, session := a.sh.ctx, a.sh.session
	return func() tea.Msg { return readinessMsg{unready(ctx, session, drafts, copies)} }
}

// chosen are the drafts that are not left out, with copies of them.
func (d *drafts) chosen() (drafts, copies []*model.Draft) {
	for _, k := range d.unsaved() {
		if !d.marks[k].out {
			drafts, copies = append(drafts, k), append(copies, k.Clone())
		}
	}
	return drafts, copies
}

// judged notes which of the drafts that are not left out are not ready.
func (d *drafts) judged(bad map[*model.Draft]notReady) {
	for _, k := range d.unsaved() {
		if d.marks[k].out {
			continue
		}
		v := bad[k]
		if v.lacks != "" {
			v.bad, _ = d.unmet(v.lacks)
		}
		d.note(k, func(st *draftStatus) { st.bad, st.wrong, st.lacks = v.bad, v.wrong, v.lacks })
	}
}

// unmet says why a reference leads to nothing that is in, and what would help.
func (d *drafts) unmet(ref string) (why, help string) {
	i := slices.IndexFunc(d.unsaved(), func(k *model.Draft) bool { return k.Ref() == ref })
	switch {
	case i < 0:
		return ref + " is not in the basket", "stage " + ref + ", or drop the relationship"
	case d.marks[d.unsaved()[i]].out:
		return ref + " is left out", "put " + ref + " back in, or drop the relationship"
	}
	return ref + " is not ready", "mend " + ref + ", or drop the relationship"
}
