package tui

import (
	"hash/maphash"

	"ralsh/ral"
	"ralsh/ral/places"
)

// prevListing is what the look before found, and what became of it in the one that
// runs. It holds places and no names: 100,000 entries are held already.
type prevListing struct {
	entries []entry
	names   *places.Index // of the entries
	fates   []prevState   // of the entries; the listing's own, the look that runs reads the others
}

// prevState is what the look that runs says of an instance of the one before.
type prevState struct{ came, same bool }

func newEarlier(entries []entry) *prevListing {
	e := &prevListing{entries: entries, names: places.New(len(entries)), fates: make([]prevState, len(entries))}
	for i := len(entries) - 1; i >= 0; i-- { // the last of several counts
		if f := entries[i].found; e.place(f) < 0 {
			e.names.Put(e.hash(f), i)
		}
	}
	return e
}

func (e *prevListing) hash(f *ral.Instance) uint64 { return maphash.String(e.names.Seed, f.Name) }

// place is where an instance lies, -1 if it was not there.
func (e *prevListing) place(f *ral.Instance) int {
	for i := range e.names.At(e.hash(f)) {
		if old := e.entries[i].found; old.Name == f.Name && old.Provider == f.Provider {
			return i
		}
	}
	return -1
}

// met is what an instance that came is to those of before.
type met struct {
	place int32 // -1: it was not there
	same  bool
}

// meet compares an instance that came, and returns the one of before where nothing
// of it differs. Where a line above it is gone, all but the place is shared.
func (e *prevListing) meet(f *ral.Instance) (*ral.Instance, met) {
	at := e.place(f)
	if at < 0 {
		return f, met{place: -1}
	}
	old := e.entries[at].found
	m := met{int32(at), same(old, f)}
	if m.same && old.From == f.From {
		return old, m
	}
	f.Share(old)
	return f, m
}

func (e *prevListing) note(m met) {
	if m.place >= 0 {
		e.fates[m.place] = prevState{came: true, same: m.same}
	}
}

// was is what an instance that came was before, nil if it was not there, and
// whether it came as that.
func (e *prevListing) was(f *ral.Instance) (old *ral.Instance, same bool) {
	at := e.place(f)
	if at < 0 {
		return nil, false
	}
	return e.entries[at].found, e.fates[at].same
}

// lost are the names that came before and do not any more.
func (e *prevListing) lost() []string {
	var names []string
	for _, old := range e.entries {
		if !e.fates[e.place(old.found)].came {
			names = append(names, old.found.Name)
		}
	}
	return names
}
