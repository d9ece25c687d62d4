package tui

import (
	"hash/maphash"

	"ralsh/ral"
	"ralsh/ral/hashindex"
)

// prevListing is what the look before found, and what became of it in the one that
// runs. It holds places and no names: 100,000 entries are held already.
type prevListing struct {
	entries []entry
	names   *hashindex.Index // of the entries
	fates   []prevState      // of the entries; the listing's own, the look that runs reads the others
}

// prevState is what the look that runs says of an instance of the one before.
type prevState struct{ came, same bool }

func newPrevListing(entries []entry) *prevListing {
	p := &prevListing{entries: entries, names: hashindex.New(len(entries)), fates: make([]prevState, len(entries))}
	for i := len(entries) - 1; i >= 0; i-- { // the last of several counts
		if inst := entries[i].found; p.place(inst) < 0 {
			p.names.Put(p.hash(inst), i)
		}
	}
	return p
}

func (p *prevListing) hash(inst *ral.Instance) uint64 { return maphash.String(p.names.Seed, inst.Name) }

// place is where an instance lies, -1 if it was not there.
func (p *prevListing) place(inst *ral.Instance) int {
	for i := range p.names.At(p.hash(inst)) {
		if old := p.entries[i].found; old.Name == inst.Name && old.Provider == inst.Provider {
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
func (p *prevListing) meet(inst *ral.Instance) (*ral.Instance, met) {
	at := p.place(inst)
	if at < 0 {
		return inst, met{place: -1}
	}
	old := p.entries[at].found
	m := met{int32(at), same(old, inst)}
	if m.same && old.From == inst.From {
		return old, m
	}
	inst.Share(old)
	return inst, m
}

func (p *prevListing) note(m met) {
	if m.place >= 0 {
		p.fates[m.place] = prevState{came: true, same: m.same}
	}
}

// was is what an instance that came was before, nil if it was not there, and
// whether it came as that.
func (p *prevListing) was(inst *ral.Instance) (old *ral.Instance, same bool) {
	at := p.place(inst)
	if at < 0 {
		return nil, false
	}
	return p.entries[at].found, p.fates[at].same
}

// lost are the names that came before and do not any more.
func (p *prevListing) lost() []string {
	var names []string
	for _, old := range p.entries {
		if !p.fates[p.place(old.found)].came {
			names = append(names, old.found.Name)
		}
	}
	return names
}
