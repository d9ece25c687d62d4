package basket

import (
	"slices"

	"ralsh/model"
)

// Merged is what Merge did.
type Merged struct {
	Added   []*model.Draft
	Removed int // how many drafts another session had removed
}

// Merge takes in a saved basket, of an earlier session or of another one that
// runs. Its drafts come after those that are here. What the other session
// changed or removed since this one last knew the file is changed or removed
// here too, unless it was changed here as well; what was removed here stays so.
func (b *Basket) Merge(theirs Saved) Merged {
	before := parse(b.onDisk)
	b.err, b.loaded, b.onDisk, b.saved = nil, true, theirs.data, unequal()
	m := Merged{Removed: b.follow(before, theirs)}
	for _, st := range theirs.Staged {
		d := st.Draft
		if b.Find(d.Type, d.Title, d.Provider) != nil || before.holds(d) {
			continue // it is here, or was removed here
		}
		b.drafts = append(b.drafts, d)
		b.SetOmitted(d, st.Omitted)
		if names := d.Missing(); len(names) > 0 {
			b.update(d, func(st *Status) { st.NotReady = missingSecret(names[0]) })
		}
		m.Added = append(m.Added, d)
	}
	return m
}

// follow does to the drafts that were not changed here what another session did
// to them, and returns how many it removed.
func (b *Basket) follow(before content, theirs Saved) (removed int) {
	now := parse(theirs.data)
	for _, d := range b.Drafts() {
		ours := Staged{d, b.status[d].Omitted}
		if !before.same(ours) || now.same(ours) {
			continue
		}
		i := slices.IndexFunc(theirs.Staged, func(st Staged) bool {
			return st.Draft.Type == d.Type && st.Draft.Title == d.Title && st.Draft.Provider == d.Provider
		})
		switch {
		case i >= 0:
			d.MergeFrom(theirs.Staged[i].Draft)
			b.status[d] = Status{Omitted: theirs.Staged[i].Omitted}
		case !now.holds(d):
			removed++
			b.Remove(d)
		}
	}
	return removed
}
