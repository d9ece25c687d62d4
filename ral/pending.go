package ral

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Pending holds the properties to write, in the order of Set.
type Pending []PendingValue

// PendingValue is a property of a Pending.
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

// Set adds or replaces a property to write.
func (p *Pending) Set(attr string, v value.Value) {
	for i := range *p {
		if (*p)[i].Attr == attr {
			(*p)[i].Value = v
			return
		}
	}
	*p = append(*p, PendingValue{attr, v})
}

// Pend adds a property for Flush. If ensure creates the resource, it also adds all
// desired values.
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

// Collect is embedded by a behaviour that writes everything in Flush: it adds
// the changes to Resource.Pending.
type Collect struct{ CollectSet }

// Create adds ensure => present.
func (Collect) Create(_ context.Context, _ host.Writer, r *Resource) error {
	r.Pending.Set("ensure", value.Present())
	return nil
}

// Destroy adds ensure => absent.
func (Collect) Destroy(_ context.Context, _ host.Writer, r *Resource) error {
	r.Pending.Set("ensure", value.Absent())
	return nil
}

// CollectSet is Collect for properties only.
type CollectSet struct{}

// Set adds a property.
func (CollectSet) Set(_ context.Context, _ host.Writer, r *Resource, attr string, should value.Value) error {
	r.Pending.Set(attr, should)
	return nil
}
