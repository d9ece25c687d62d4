package suite

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Suite tests one provider on one kind of host.
type Suite struct {
	Register func(*ral.Registry)
	Type     string
	Provider string
	// Host returns a new host for each case.
	Host func(t T) host.Host
	// Many returns a host with at least n instances, to measure costs. If it is nil,
	// Host's own instances are listed.
	Many func(t T, n int) host.Host
	// Facts are the facts for confines, by dotted name.
	Facts Facts
	// Allow refuses an act of an apply before it is tried, by an error. Nil allows
	// all.
	Allow func(host.Act) error
	// Watch lists the directories and files that must not change while reading. They
	// are read completely before and after. Nil means / (for a fake).
	Watch []string
	// State returns what a fake host has beside its files, such as what is installed. It
	// must not change while reading, either. Nil for nothing.
	State func() string
	// LivedOnce is the reason why no case is run a second time with secrets; "" if
	// each is.
	LivedOnce string
	// Needed are files that tell the provider where its instances are, so that none is
	// listed if any cannot be read.
	Needed []string
	// Unlisted means that the type cannot be listed.
	Unlisted bool
	Cases    []Case
	// Several describes changes of several resources with one act; nil for none.
	Several *Several
	// Crowds are planned on hosts of Many, to measure costs.
	Crowds []Crowd
	// NotCovered has a reason for each property that no case changes.
	NotCovered map[string]string

	digests *digests
}

// Case is the life of one resource.
type Case struct {
	Name  string // name of the subtest; default: Title
	Title string
	// Create are the attributes of the creation; ensure => present is added unless it
	// is among them. Nil means that the resource exists already.
	Create []ral.Attr
	// Changes are applied one after the other.
	Changes []ral.Attr
	// With are parameters for every step.
	With []ral.Attr
	// Peers are other resources of the run that the provider may ask for. They are not
	// managed.
	Peers []ral.Decl
	// Remove is the value of ensure that removes the resource: "absent", "purged"; ""
	// leaves it.
	Remove string
	// Queries are commands in With that read the state, such as the status command of
	// a service. No other commands than these and the provider's own queries may be
	// run.
	Queries []host.Query
}

// Facts are facts by dotted name.
type Facts map[string]string

// Fact returns the fact as a string, or nil.
func (f Facts) Fact(_ context.Context, name string) (value.Value, error) {
	if v, ok := f[name]; ok {
		return value.Str(v), nil
	}
	return value.Value{}, nil
}

// A returns an attribute with a string.
func A(name, text string) ral.Attr { return ral.Attr{Name: name, Value: value.Str(text)} }

// L returns an attribute with a list of strings.
func L(name string, items ...string) ral.Attr {
	return ral.Attr{Name: name, Value: value.Strs(items...)}
}

// Run runs every case as a subtest.
func (s Suite) Run(t T) {
	t.Helper()
	s.digests = newDigests()
	t.Run("every property", s.covers)
	if !s.Unlisted {
		t.Run("cost", s.costs)
	}
	if !s.Unlisted && s.Watch == nil {
		t.Run("a source that cannot be read", s.hidesNothing)
	}
	for _, c := range s.Crowds {
		t.Run("cost of "+c.Name, func(t T) { s.crowd(t, c) })
	}
	for _, c := range s.Cases {
		name := c.Name
		if name == "" {
			name = c.Title
		}
		t.Run(name, func(t T) {
			l := newLife(t, s, c)
			l.law = lawSuitable
			l.suitable()
			l.lookingChangesNothing()
			l.live()
		})
		if s.LivedOnce == "" {
			t.Run(name+", of secrets", func(t T) { s.marked(t, c) })
		}
	}
	if s.Several != nil {
		t.Run("several at once", s.several)
	}
}
