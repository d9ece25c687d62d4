package ral

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Pending is what is to be written, in the order in which it was set.
type Pending []PendingValue

// PendingValue is one property of a Pending.
type PendingValue struct {
	Attr  string
	Value value.Value
}

// Get returns the pending value of a property.
func (p Pending) Get(attr string) (value.Value, bool) {
	for _, pv := range p {
		if pv.Attr == attr {
			return pv.Value, true
		}
	}
	return value.Value{}, false
}

// Set notes a property that is to be written.
func (p *Pending) Set(attr string, v value.Value) {
	for i := range *p {
		if (*p)[i].Attr == attr {
			(*p)[i].Value = v
			return
		}
	}
	*p = append(*p, PendingValue{attr, v})
}

// Pend notes a property for Flush. Where ensure makes the resource, all that it
// should be is noted along.
func (r *Resource) Pend(attr string, should value.Value) {
	r.Pending.Set(attr, should)
	if attr != "ensure" || r.Removing() {
		return
	}
	for _, a := range r.Type.Properties() {
		if v := r.Get(a.Name); a.Name != "ensure" && !v.IsNil() {
			r.Pending.Set(a.Name, v)
		}
	}
}

// Collect is for a behaviour that writes all at once: it notes in
// Resource.Pending what Flush is to write.
type Collect struct{ CollectSet }

// Create notes that the resource is to be there.
func (Collect) Create(_ context.Context, _ host.Writer, r *Resource) error {
	r.Pending.Set("ensure", value.Present())
	return nil
}

// Destroy notes that it is to go.
func (Collect) Destroy(_ context.Context, _ host.Writer, r *Resource) error {
	r.Pending.Set("ensure", value.Absent())
	return nil
}

// CollectSet is Collect for the properties alone.
type CollectSet struct{}

// Set notes one property.
func (CollectSet) Set(_ context.Context, _ host.Writer, r *Resource, attr string, should value.Value) error {
	r.Pending.Set(attr, should)
	return nil
}
