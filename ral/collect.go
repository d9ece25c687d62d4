package ral

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

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
