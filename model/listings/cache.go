package listings

import (
	"context"
	"slices"
	"time"

	"ralsh/model"
	"ralsh/ral"
)

// Cache holds a listing of each type.
type Cache struct {
	byType map[*ral.Type]*Listing
	seen   map[*ral.Type][]*ral.Instance // of types that cannot be listed
}

// New returns an empty cache.
func New() *Cache {
	return &Cache{byType: make(map[*ral.Type]*Listing), seen: make(map[*ral.Type][]*ral.Instance)}
}

// Of returns the listing of a type, which may not have been read yet.
func (c *Cache) Of(t *ral.Type) *Listing {
	l := c.byType[t]
	if l == nil {
		l = &Listing{Type: t}
		c.byType[t] = l
	}
	return l
}

// MaxAge is the age up to which Want does not read a listing again.
const MaxAge = 10 * time.Second

// Want starts a reading of a type. It returns nil if a reading is running or
// has ended within MaxAge.
func (c *Cache) Want(ctx context.Context, session *model.Session, t *ral.Type, now time.Time) *Reading {
	l := c.Of(t)
	if l.Busy() || l.Stage == StageDone && now.Sub(l.Ended) < MaxAge {
		return nil
	}
	return l.Begin(ctx, session, now)
}

// Again tests the providers of a type again and lists it, at the request of the
// user: earlier drift counts as seen.
func (c *Cache) Again(ctx context.Context, session *model.Session, t *ral.Type, now time.Time) *Reading {
	session.Env.Invalidate()
	l := c.Of(t)
	l.byUser = true
	return l.Begin(ctx, session, now)
}

// Open is called when the user opens an instance. It removes the mark of its
// entry, and returns the previous instance if it drifted, otherwise nil.
func (c *Cache) Open(inst *ral.Instance) *ral.Instance {
	if inst == nil {
		return nil
	}
	l := c.Of(inst.Type)
	was, _ := l.Was(inst)
	l.Visit(inst)
	return was
}

// Find returns an instance as listed by a provider, or nil. Without the name of
// a provider, the default provider's instance takes precedence.
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

// See records an instance of a type that cannot be listed, and replaces an
// earlier reading.
func (c *Cache) See(inst *ral.Instance) {
	others := slices.DeleteFunc(slices.Clone(c.seen[inst.Type]), func(old *ral.Instance) bool { return ID(old) == ID(inst) })
	c.seen[inst.Type] = append(others, inst)
}

// Known returns the instances of a type that were read. Later readings do not
// change the result.
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

// Changed is called when this session has changed the host: every listing must
// be read again, and its differences are not drift.
func (c *Cache) Changed() {
	c.Expire()
	clear(c.seen)
	for _, l := range c.byType {
		l.ours = true
	}
}

// Expire makes the next Want read every listing again.
func (c *Cache) Expire() {
	for _, l := range c.byType {
		if l.Stage == StageDone {
			l.Stage = StageWaiting
		}
	}
}
