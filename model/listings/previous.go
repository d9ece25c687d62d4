package listings

import (
	"hash/maphash"
	"slices"

	"ralsh/ral"
	"ralsh/ral/hashindex"
)

// previous indexes the previous listing and records which entries appeared
// again. It stores positions, not names, to stay small with 100,000 entries.
type previous struct {
	entries  []Entry
	names    *hashindex.Index // of entries
	outcomes []outcome        // of entries; written only by the listing, a reading uses the other fields
}

// outcome records whether an entry of the previous listing appeared again.
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

// distinct removes an entry if the same provider lists its name again later: a
// list shows the last of them.
func distinct(entries []Entry) []Entry {
	p := newPrevious(entries)
	var kept []Entry
	for i, e := range entries {
		switch last := p.position(e.Instance); {
		case last == i && kept != nil:
			kept = append(kept, e)
		case last != i && kept == nil:
			kept = slices.Clone(entries[:i])
		}
	}
	if kept == nil {
		return entries
	}
	return kept
}

func (p *previous) hash(inst *ral.Instance) uint64 { return maphash.String(p.names.Seed, inst.Name) }

func (p *previous) position(inst *ral.Instance) int {
	for i := range p.names.At(p.hash(inst)) {
		if old := p.entries[i].Instance; old.Name == inst.Name && old.Provider == inst.Provider {
			return i
		}
	}
	return -1
}

// match is the result of comparing an instance with the previous listing.
type match struct {
	position int32 // -1 for a new instance
	same     bool
}

// match compares an instance with the previous listing and returns the previous
// instance if both are equal. If only the line differs, the new instance shares
// the values of the previous instance.
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

// was returns the instance in the previous listing, or nil, and whether the new
// instance is the same.
func (p *previous) was(inst *ral.Instance) (old *ral.Instance, same bool) {
	at := p.position(inst)
	if at < 0 {
		return nil, false
	}
	return p.entries[at].Instance, p.outcomes[at].same
}

// lost returns the names that did not appear again.
func (p *previous) lost() []string {
	var names []string
	for _, old := range p.entries {
		if !p.outcomes[p.position(old.Instance)].came {
			names = append(names, old.Instance.Name)
		}
	}
	return names
}
