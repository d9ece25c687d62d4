package ral

import (
	"runtime"

	"ralsh/ral/host"
)

// Listing is the argument of a Lister.
type Listing struct {
	Reader   host.Reader
	Type     *Type
	Provider *Provider
	yield    func(*Instance)
	nameless bool
	last     *Instance  // last yielded
	room     []*reading // of last, for the next instance
	count    int        // number yielded
}

// NewListing returns a Listing with a provider, which passes each instance to yield.
func NewListing(rd host.Reader, p *Provider, yield func(*Instance)) *Listing {
	return &Listing{Reader: rd, Type: p.ty, Provider: p, yield: yield}
}

// Nameless reports whether an instance without a name was yielded.
func (in *Listing) Nameless() bool { return in.nameless }

// yieldsEvery is the number of instances after which a listing yields the
// processor.
const yieldsEvery = 64

// NewInstance returns an instance of the listed type.
func (in *Listing) NewInstance(name string) *Instance {
	room := in.room
	if in.room = nil; room == nil {
		room = roomFor(in.Type)
	}
	return &Instance{Name: name, Type: in.Type, Provider: in.Provider, Local: true, readings: room, before: in.last}
}

// Yield reports an instance, which must not be changed afterwards. An instance
// without a name is an error of the provider, and the listing fails
// (semantics.md P30).
func (in *Listing) Yield(inst *Instance) {
	if inst.Name == "" {
		in.nameless = true
		return
	}
	in.room, in.last = inst.compact(), inst
	in.yield(inst)
	// Otherwise a listing of 100,000 instances keeps the processor for its
	// whole time slice of 10 ms, and the user interface waits.
	if in.count++; in.count%yieldsEvery == 0 {
		runtime.Gosched()
	}
}

// To returns the same listing with a different yield, for a provider that lists with
// the code of a different provider and adds to its instances.
func (in *Listing) To(yield func(*Instance)) *Listing {
	return &Listing{Reader: in.Reader, Type: in.Type, Provider: in.Provider, yield: yield}
}

// Places returns the attributes that identify or locate a resource of the type.
func (t *Type) Places(attrs []Attr) []Attr {
	var at []Attr
	for _, given := range attrs {
		if a := t.Attr(given.Name); a != nil && t.Locates(a) {
			at = append(at, given)
		}
	}
	return at
}

// Locates reports whether an attribute identifies or locates a resource. Modules do not
// declare which parameters their providers use for this, so any parameter may.
func (t *Type) Locates(a *Attribute) bool {
	return a.Namevar || a.LocatesResource || a.Kind == Param && !a.Sensitive && !t.Origin.BuiltIn()
}
