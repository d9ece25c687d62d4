package listings

import (
	"context"
	"slices"
	"time"

	"ralsh/model"
	"ralsh/ral"
)

// Cache holds one listing of each type.
type Cache struct {
	byType map[*ral.Type]*Listing
	seen   map[*ral.Type][]*ral.Instance // of types that cannot be listed
}

// New is an empty cache.
func New() *Cache {
	return &Cache{byType: make(map[*ral.Type]*Listing), seen: make(map[*ral.Type][]*ral.Instance)}
}

// Of is the listing of a type; it waits until it is read.
func (c *Cache) Of(t *ral.Type) *Listing {
	l := c.byType[t]
	if l == nil {
		l = &Listing{Type: t}
		c.byType[t] = l
	}
	return l
}

// MaxAge is how old a listing may be for Want.
const MaxAge = 10 * time.Second

// Want begins to read a type; nil when it is being read, or was within MaxAge.
func (c *Cache) Want(ctx context.Context, session *model.Session, t *ral.Type, now time.Time) *Reading {
	l := c.Of(t)
	if l.Busy() || l.Stage == StageDone && now.Sub(l.Ended) < MaxAge {
		return nil
	}
	return l.Begin(ctx, session, now)
}

// Again tests the providers of a type again and lists it, since the user asks for it:
// what drifted before counts as seen.
func (c *Cache) Again(ctx context.Context, session *model.Session, t *ral.Type, now time.Time) *Reading {
	session.Env.Invalidate()
	l := c.Of(t)
	l.asked = true
	return l.Begin(ctx, session, now)
}

// Open is for an instance that the user goes to: it returns what that was, if it
// drifted, nil if not, and takes the mark off its entry.
func (c *Cache) Open(inst *ral.Instance) *ral.Instance {
	if inst == nil {
		return nil
	}
	l := c.Of(inst.Type)
	was, _ := l.Was(inst)
	l.Visit(inst)
	return was
}

// Find is an instance as it was listed by a provider, nil when it was not. Without the
// name of one, the default provider's comes before the others'.
func (c *Cache) Find(t *ral.Type, provider, name string) *ral.Instance {
	l := c.Of(t)
	var found *ral.Instance
	for _, e := range l.Entries {
		inst := e.Instance
		switch p := inst.Provider; {
		case inst.Name != name || provider != "" && (p == nil || p.Name != provider):
		case provider != "", l.Choice != nil && p != nil && p == l.Choice.Election.Winner:
			return inst
		case found == nil:
			found = inst
		}
	}
	return found
}

// See notes an instance of a type that cannot be listed; it replaces what was noted of
// it before.
func (c *Cache) See(inst *ral.Instance) {
	others := slices.DeleteFunc(slices.Clone(c.seen[inst.Type]), func(old *ral.Instance) bool { return ID(old) == ID(inst) })
	c.seen[inst.Type] = append(others, inst)
}

// Known is what was read of a type. It does not change with what comes later.
func (c *Cache) Known(t *ral.Type) model.KnownInstances {
	if t.NotListable != "" {
		return model.KnownInstances{Found: c.seen[t]}
	}
	l := c.Of(t)
	found := make([]*ral.Instance, len(l.Entries))
	for i, e := range l.Entries {
		found[i] = e.Instance
	}
	none := l.Stage == StageDone && len(l.Sources) == 0
	return model.KnownInstances{Found: found, All: l.Stage == StageDone && !none && len(l.Failed()) == 0, NoProvider: none}
}

// Changed is for a change of the host by this session: every listing has to be read
// again, and what differs then has not drifted.
func (c *Cache) Changed() {
	c.Expire()
	clear(c.seen)
	for _, l := range c.byType {
		l.ours = true
	}
}

// Expire has every listing read again when it is next wanted.
func (c *Cache) Expire() {
	for _, l := range c.byType {
		if l.Stage == StageDone {
			l.Stage = StageWaiting
		}
	}
}
