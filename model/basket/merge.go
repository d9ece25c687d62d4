package basket

import (
	"ralsh/model/draft"
)

// Merged is the result of Merge.
type Merged struct {
	Added   []*draft.Draft
	Removed int      // number of drafts that the other session had removed
	Changed []string // attributes and drafts that the other session had changed
	Kept    []string // attributes and drafts that both sessions had changed: they keep the state of this session
}

// Merge adds a saved basket of an earlier or a concurrent session. Its drafts
// come after the existing drafts. Merge also applies the changes and removals
// that the other session made since this session last read the file, attribute
// by attribute, unless this session changed the same attribute.
func (b *Basket) Merge(theirs Saved) Merged {
	before, now := parse(b.onDisk), parse(theirs.data)
	b.err, b.loaded, b.onDisk, b.saved = nil, true, theirs.data, unequal()
	var m Merged
	b.removeGone(&m, before, now)
	for _, st := range theirs.Staged {
		d := st.Draft
		base, had := before.find(d)
		switch ours := b.Find(d.Type, d.Title, d.Provider); {
		case ours != nil && (had || !ours.Empty()):
			b.mergeDraft(&m, ours, st, base)
		case had:
			if !before.same(st) {
				m.Kept = append(m.Kept, d.Ref()+" (removed here)")
			}
		case ours != nil: // empty: an editor is open
			ours.MergeFrom(d, base.Saved)
			b.add(&m, ours, st.Omitted)
		default:
			b.drafts = append(b.drafts, d)
			b.add(&m, d, st.Omitted)
		}
	}
	return m
}

// removeGone removes the drafts that the other session removed, unless this
// session changed them.
func (b *Basket) removeGone(m *Merged, before, now content) {
	for _, d := range b.Drafts() {
		_, had := before.find(d)
		switch _, has := now.find(d); {
		case !had || has:
		case before.same(Staged{d, b.status[d].Omitted}):
			m.Removed++
			b.Remove(d)
		default:
			m.Kept = append(m.Kept, d.Ref()+" (removed there)")
		}
	}
}

func (b *Basket) mergeDraft(m *Merged, ours *draft.Draft, theirs Staged, base record) {
	changed, kept := ours.MergeFrom(theirs.Draft, base.Saved)
	for _, name := range kept {
		m.Kept = append(m.Kept, name+" of "+ours.Ref())
	}
	for _, name := range changed {
		m.Changed = append(m.Changed, name+" of "+ours.Ref())
	}
	omitted := b.status[ours].Omitted
	if omitted == base.Omitted && omitted != theirs.Omitted {
		omitted = theirs.Omitted
		m.Changed = append(m.Changed, ours.Ref())
	}
	if len(changed) > 0 || omitted != b.status[ours].Omitted {
		b.status[ours] = Status{Omitted: omitted}
	}
}

func (b *Basket) add(m *Merged, d *draft.Draft, omitted bool) {
	b.SetOmitted(d, omitted)
	if names := d.Missing(); len(names) > 0 {
		b.update(d, func(st *Status) { st.NotReady = missingSecret(names[0]) })
	}
	m.Added = append(m.Added, d)
}
