package basket

import (
	"slices"

	"ralsh/model"
)

// Merged is the result of Merge.
type Merged struct {
	Added   []*model.Draft
	Removed int // number of drafts that another session had removed
}

// Merge adds a saved basket of an earlier or a concurrent session. Its drafts
// come after the existing ones. What the other session changed or removed since
// this one last read the file is changed or removed here too, unless it was
// also changed here; drafts that were removed here stay removed.
func (b *Basket) Merge(theirs Saved) Merged {
	before := parse(b.onDisk)
	b.err, b.loaded, b.onDisk, b.saved = nil, true, theirs.data, unequal()
	m := Merged{Removed: b.follow(before, theirs)}
	for _, st := range theirs.Staged {
		d := st.Draft
		if b.Find(d.Type, d.Title, d.Provider) != nil || before.holds(d) {
			continue // it exists, or was removed here
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

// follow applies the changes of another session to the drafts that were not
// changed here, and returns how many it removed.
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
