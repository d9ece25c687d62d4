package basket

import (
	"slices"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/ral"
)

// Basket holds the staged drafts of a session. Draft and MarkApplied accept a
// nil Basket, which holds no draft.
type Basket struct {
	session *model.Session
	drafts  []*draft.Draft
	status  map[*draft.Draft]Status

	checking bool    // a check of readiness is running
	checked  []stamp // the state that the last check covers
	storage
}

// New returns an empty basket for a session.
func New(session *model.Session) *Basket {
	return &Basket{session: session, status: make(map[*draft.Draft]Status)}
}

// Drafts returns the drafts that are not empty, in the order in which they were
// staged.
func (b *Basket) Drafts() []*draft.Draft {
	return slices.DeleteFunc(slices.Clone(b.drafts), (*draft.Draft).Empty)
}

// Count returns the number of drafts that the next apply would change, and the
// number of all drafts.
func (b *Basket) Count() (included, all int) {
	for _, d := range b.Drafts() {
		all++
		if b.status[d].Included() {
			included++
		}
	}
	return included, all
}

// Draft returns the draft of a resource, or adds an empty draft, which counts
// once it has a desired value. A newer instance replaces that of the draft.
func (b *Basket) Draft(t *ral.Type, title string, p *ral.Provider, inst *ral.Instance) *draft.Draft {
	if b == nil {
		return draft.New(t, title, p, inst)
	}
	if old := b.Find(t, title, p); old != nil {
		if inst != nil {
			old.Found = inst
		}
		return old
	}
	d := draft.New(t, title, p, inst)
	b.drafts = append(b.drafts, d)
	return d
}

// Copy returns a copy of the result of Draft, without adding a draft.
func (b *Basket) Copy(t *ral.Type, title string, p *ral.Provider, inst *ral.Instance) *draft.Draft {
	old := b.Find(t, title, p)
	if old == nil {
		return draft.New(t, title, p, inst)
	}
	c := old.Clone()
	if inst != nil {
		c.Found = inst
	}
	return c
}

// Find returns the draft of a resource, which may be empty, or nil. A nil
// provider, of the draft or as p, matches any provider.
func (b *Basket) Find(t *ral.Type, title string, p *ral.Provider) *draft.Draft {
	if b == nil {
		return nil
	}
	for _, d := range b.drafts {
		if d.Type == t && d.Title == title && (d.Provider == nil || p == nil || d.Provider == p) {
			return d
		}
	}
	return nil
}

// Current returns a draft if it is in the basket, and otherwise the draft of
// the same resource, which is empty after an apply.
func (b *Basket) Current(d *draft.Draft) *draft.Draft {
	if slices.Contains(b.drafts, d) {
		return d
	}
	return b.Draft(d.Type, d.Title, d.Provider, nil)
}

// Remove removes a draft, and returns its index for Insert.
func (b *Basket) Remove(d *draft.Draft) (place int) {
	place = slices.Index(b.drafts, d)
	if place >= 0 {
		b.drafts = slices.Delete(b.drafts, place, place+1)
	}
	return place
}

// Insert restores a draft that was removed.
func (b *Basket) Insert(d *draft.Draft, place int) {
	b.drafts = slices.Insert(b.drafts, min(max(place, 0), len(b.drafts)), d)
}

// MarkApplied empties and removes the draft of a resource that was applied,
// unless the user has edited it since. Drafts that are related to the resource
// no longer wait for it.
func (b *Basket) MarkApplied(decl ral.Decl) {
	if b == nil {
		return
	}
	for _, d := range b.drafts {
		d.MarkApplied(decl)
	}
	b.drafts = slices.DeleteFunc(b.drafts, func(d *draft.Draft) bool {
		same := d.Type.Name == decl.Type && d.Title == decl.Title && (d.Provider == nil || decl.Provider == "" || d.Provider.Name == decl.Provider)
		return same && d.ClearApplied(decl)
	})
}

// Rebind replaces the types and providers of the drafts with the ones in a
// registry. It keeps a draft of an unregistered type; its plan reports that.
func (b *Basket) Rebind(reg *ral.Registry) {
	for _, d := range b.drafts {
		d.Rebind(reg)
	}
}

// WithDependencies returns the declarations of drafts and of the drafts that
// they depend on and that are not omitted, because these are needed to order
// them.
func (b *Basket) WithDependencies(these ...*draft.Draft) []ral.Decl {
	return draft.Decls(b.closure(these))
}

func (b *Basket) closure(these []*draft.Draft) []*draft.Draft {
	set := slices.Clone(these)
	for i := 0; i < len(set); i++ {
		for _, other := range b.Drafts() {
			if !slices.Contains(set, other) && !b.status[other].Omitted && draft.Names(set[i], other) {
				set = append(set, other)
			}
		}
	}
	return slices.DeleteFunc(b.Drafts(), func(d *draft.Draft) bool { return !slices.Contains(set, d) })
}

// MissingSecret returns the first secret that must be typed again before a
// draft can be planned, of the draft or a dependency, and its resource, or "".
func (b *Basket) MissingSecret(d *draft.Draft) (attr, ref string) {
	for _, k := range b.closure([]*draft.Draft{d}) {
		if names := k.Missing(); len(names) > 0 {
			return names[0], k.Ref()
		}
	}
	return "", ""
}

// Effect is the effect of a draft on its resource.
type Effect uint8

// The effects.
const (
	NoEffect Effect = iota // no draft, or an empty draft
	Adds
	Changes
	Removes
	Unplannable // cannot be planned
)

// Effect returns the effect of the draft of a resource.
func (b *Basket) Effect(t *ral.Type, title string, p *ral.Provider) Effect {
	if d := b.Find(t, title, p); d != nil && !d.Empty() {
		return b.EffectOf(d)
	}
	return NoEffect
}

// EffectOf returns the effect of a draft that is not empty. An omitted draft is
// not checked; its effect is that of EffectIfReady.
func (b *Basket) EffectOf(d *draft.Draft) Effect {
	if st := b.status[d]; !st.Omitted && !st.Ready() {
		return Unplannable
	}
	return EffectIfReady(d)
}

// EffectIfReady returns the effect that a draft has once it can be planned. The
// draft must not be empty.
func EffectIfReady(d *draft.Draft) Effect {
	if text, ok := d.Text("ensure"); ok && text == "absent" {
		return Removes
	}
	if !d.Found.Present() {
		return Adds
	}
	return Changes
}
