package tui

import (
	"hash/maphash"

	"ralsh/ral"
	"ralsh/ral/places"
)

// earlier is what the look before found, and what became of it in the one that
// runs. It holds places and no names: 100,000 entries are held already.
type earlier struct {
	entries []entry
	names   *places.Index // of the entries
	fates   []fate        // of the entries; the listing's own, the look that runs reads the others
}

// fate is what the look that runs says of an instance of the one before.
type fate struct{ came, same bool }

func newEarlier(entries []entry) *earlier {
	e := &earlier{entries: entries, names: places.New(len(entries)), fates: make([]fate, len(entries))}
	for i := len(entries) - 1; i >= 0; i-- { // the last of several counts
		if f := entries[i].found; e.place(f) < 0 {
			e.names.Put(e.hash(f), i)
		}
	}
	return e
}

func (e *earlier) hash(f *ral.Found) uint64 { return maphash.String(e.names.Seed, f.Name) }

// place is where an instance lies, -1 if it was not there.
func (e *earlier) place(f *ral.Found) int {
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
func (e *earlier) meet(f *ral.Found) (*ral.Found, met) {
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

func (e *earlier) note(m met) {
	if m.place >= 0 {
		e.fates[m.place] = fate{came: true, same: m.same}
	}
}

// was is what an instance that came was before, nil if it was not there, and
// whether it came as that.
func (e *earlier) was(f *ral.Found) (old *ral.Found, same bool) {
	at := e.place(f)
	if at < 0 {
		return nil, false
	}
	return e.entries[at].found, e.fates[at].same
}

// lost are the names that came before and do not any more.
func (e *earlier) lost() []string {
	var names []string
	for _, old := range e.entries {
		if !e.fates[e.place(old.found)].came {
			names = append(names, old.found.Name)
		}
	}
	return names
}
