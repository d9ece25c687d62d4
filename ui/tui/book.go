package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
)

// listingCache keeps one listing of each type for all screens.
type listingCache struct {
	byType map[*ral.Type]*listing
	met    map[*ral.Type][]*ral.Instance // what was seen of types that cannot be listed
}

func newBook() *listingCache {
	return &listingCache{byType: make(map[*ral.Type]*listing), met: make(map[*ral.Type][]*ral.Instance)}
}

func (b *listingCache) of(t *ral.Type) *listing {
	l := b.byType[t]
	if l == nil {
		l = &listing{typ: t}
		b.byType[t] = l
	}
	return l
}

// listingMaxAge is how long a listing is good enough for a screen that is entered.
const listingMaxAge = 10 * time.Second

// want begins a look at a type, unless one runs or has just ended.
func (b *listingCache) want(sh *shared, t *ral.Type) tea.Cmd {
	l := b.of(t)
	if l.busy() || l.stage == stageDone && sh.now().Sub(l.ended) < listingMaxAge {
		return nil
	}
	return l.begin(sh)
}

// again tests the providers of a type anew and lists it, since a person asks for it.
func (b *listingCache) again(sh *shared, t *ral.Type) tea.Cmd {
	sh.session.Env.Invalidate()
	l := b.of(t)
	l.asked = true
	return l.begin(sh)
}

// opened is what an instance was that a person goes to, if it has moved; nil if not.
// The mark in the list is done with.
func (b *listingCache) opened(f *ral.Instance) *ral.Instance {
	if f == nil {
		return nil
	}
	l := b.of(f.Type)
	was, _ := l.marks.was(f)
	l.visit(f)
	return was
}

// take hands what a feed brought to its listing; false if that is given up.
func (b *listingCache) take(msg batchMsg[listingUpdate], now time.Time) (listedMsg, tea.Cmd, bool) {
	for _, l := range b.byType {
		if l.feed == msg.feed {
			out, cmd := l.take(msg, now)
			return out, cmd, true
		}
	}
	return listedMsg{}, nil, false
}

// meet notes an instance of a type that cannot be listed, in the place of what
// was seen of it before.
func (b *listingCache) meet(f *ral.Instance) {
	before := slices.DeleteFunc(slices.Clone(b.met[f.Type]), func(old *ral.Instance) bool { return instanceID(old) == instanceID(f) })
	b.met[f.Type] = append(before, f)
}

// known is what was read of a type. It is not changed by what comes later.
func (b *listingCache) known(t *ral.Type) model.KnownInstances {
	if t.NotListable != "" {
		return model.KnownInstances{Found: b.met[t]}
	}
	l := b.of(t)
	found := make([]*ral.Instance, len(l.entries))
	for i, e := range l.entries {
		found[i] = e.found
	}
	nobody := l.stage == stageDone && len(l.sources) == 0
	return model.KnownInstances{Found: found, All: l.stage == stageDone && !nobody && len(l.failed()) == 0, NoProvider: nobody}
}

// changed makes every listing be read again, since the host was changed from
// here: what differs then has not moved.
func (b *listingCache) changed() {
	b.stale()
	clear(b.met)
	for _, l := range b.byType {
		l.ours = true
	}
}

// stale makes every listing be read again when it is next wanted.
func (b *listingCache) stale() {
	for _, l := range b.byType {
		if l.stage == stageDone {
			l.stage = stageWaits
		}
	}
}
