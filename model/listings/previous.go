package listings

import (
	"hash/maphash"

	"ralsh/ral"
	"ralsh/ral/hashindex"
)

// previous indexes the previous listing and notes which entries came again. It holds
// positions and no names: 100,000 entries are held already.
type previous struct {
	entries  []Entry
	names    *hashindex.Index // of the entries
	outcomes []outcome        // of the entries; only the listing writes these, a reading reads the rest
}

// outcome is what became of an entry of the previous listing.
type outcome struct{ came, same bool }

func newPrevious(entries []Entry) *previous {
	p := &previous{entries: entries, names: hashindex.New(len(entries)), outcomes: make([]outcome, len(entries))}
	for i := len(entries) - 1; i >= 0; i-- { // the last of several counts
		if inst := entries[i].Instance; p.position(inst) < 0 {
			p.names.Put(p.hash(inst), i)
		}
	}
	return p
}

func (p *previous) hash(inst *ral.Instance) uint64 { return maphash.String(p.names.Seed, inst.Name) }

// position is the place in entries of an instance, -1 if it was not there.
func (p *previous) position(inst *ral.Instance) int {
	for i := range p.names.At(p.hash(inst)) {
		if old := p.entries[i].Instance; old.Name == inst.Name && old.Provider == inst.Provider {
			return i
		}
	}
	return -1
}

// match is the entry of the previous listing that an instance is.
type match struct {
	position int32 // -1: it was not there
	same     bool
}

// match compares an instance with the previous listing, and returns the entry of that
// where nothing differs. Where a line above it is gone, all but the position is shared.
func (p *previous) match(inst *ral.Instance) (*ral.Instance, match) {
	at := p.position(inst)
	if at < 0 {
		return inst, match{position: -1}
	}
	old := p.entries[at].Instance
	m := match{int32(at), Same(old, inst)}
	if m.same && old.From == inst.From {
		return old, m
	}
	inst.Share(old)
	return inst, m
}

func (p *previous) note(m match) {
	if m.position >= 0 {
		p.outcomes[m.position] = outcome{came: true, same: m.same}
	}
}

// was is what an instance was in the previous listing, nil if it was not there, and
// whether it came as that.
func (p *previous) was(inst *ral.Instance) (old *ral.Instance, same bool) {
	at := p.position(inst)
	if at < 0 {
		return nil, false
	}
	return p.entries[at].Instance, p.outcomes[at].same
}

// lost are the names that did not come again.
func (p *previous) lost() []string {
	var names []string
	for _, old := range p.entries {
		if !p.outcomes[p.position(old.Instance)].came {
			names = append(names, old.Instance.Name)
		}
	}
	return names
}
