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

func newListingCache() *listingCache {
	return &listingCache{byType: make(map[*ral.Type]*listing), met: make(map[*ral.Type][]*ral.Instance)}
}

func (c *listingCache) of(t *ral.Type) *listing {
	l := c.byType[t]
	if l == nil {
		l = &listing{typ: t}
		c.byType[t] = l
	}
	return l
}

// listingMaxAge is how long a listing is good enough for a screen that is entered.
const listingMaxAge = 10 * time.Second

// want begins a look at a type, unless one runs or has just ended.
func (c *listingCache) want(sh *shared, t *ral.Type) tea.Cmd {
	l := c.of(t)
	if l.busy() || l.stage == stageDone && sh.now().Sub(l.ended) < listingMaxAge {
		return nil
	}
	return l.begin(sh)
}

// again tests the providers of a type anew and lists it, since a person asks for it.
func (c *listingCache) again(sh *shared, t *ral.Type) tea.Cmd {
	sh.session.Env.Invalidate()
	l := c.of(t)
	l.asked = true
	return l.begin(sh)
}

// opened is what an instance was that a person goes to, if it has moved; nil if not.
// The mark in the list is done with.
func (c *listingCache) opened(inst *ral.Instance) *ral.Instance {
	if inst == nil {
		return nil
	}
	l := c.of(inst.Type)
	was, _ := l.marks.was(inst)
	l.visit(inst)
	return was
}

// take hands what a batcher brought to its listing; false if that is given up.
func (c *listingCache) take(msg batchMsg[listingUpdate], now time.Time) (listedMsg, tea.Cmd, bool) {
	for _, l := range c.byType {
		if l.feed == msg.feed {
			out, cmd := l.take(msg, now)
			return out, cmd, true
		}
	}
	return listedMsg{}, nil, false
}

// meet notes an instance of a type that cannot be listed, in the place of what
// was seen of it before.
func (c *listingCache) meet(inst *ral.Instance) {
	before := slices.DeleteFunc(slices.Clone(c.met[inst.Type]), func(old *ral.Instance) bool { return instanceID(old) == instanceID(inst) })
	c.met[inst.Type] = append(before, inst)
}

// known is what was read of a type. It is not changed by what comes later.
func (c *listingCache) known(t *ral.Type) model.KnownInstances {
	if t.NotListable != "" {
		return model.KnownInstances{Found: c.met[t]}
	}
	l := c.of(t)
	found := make([]*ral.Instance, len(l.entries))
	for i, e := range l.entries {
		found[i] = e.found
	}
	nobody := l.stage == stageDone && len(l.sources) == 0
	return model.KnownInstances{Found: found, All: l.stage == stageDone && !nobody && len(l.failed()) == 0, NoProvider: nobody}
}

// changed makes every listing be read again, since the host was changed from
// here: what differs then has not moved.
func (c *listingCache) changed() {
	c.stale()
	clear(c.met)
	for _, l := range c.byType {
		l.ours = true
	}
}

// stale makes every listing be read again when it is next wanted.
func (c *listingCache) stale() {
	for _, l := range c.byType {
		if l.stage == stageDone {
			l.stage = stageWaits
		}
	}
}
