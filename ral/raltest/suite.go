package raltest

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Suite is one provider on one kind of host.
type Suite struct {
	Register func(*ral.Registry)
	Type     string
	Provider string
	// Host makes a fresh host for each case.
	Host func(t *testing.T) host.Host
	// Many makes a host with n instances or more, for what they cost; where it is
	// nil, the listing of Host's own instances is counted.
	Many func(t *testing.T, n int) host.Host
	// Facts are what confines ask, by dotted name; values are strings.
	Facts Facts
	// Watch are the folders and files that looking must leave alone; they are
	// read whole before and after. Nil means / (for a fake).
	Watch []string
	// LivedOnce says why no case is lived a second time, of secrets; "" when each is.
	LivedOnce string
	// Unlisted says that the type cannot be listed.
	Unlisted bool
	Cases    []Case
	// Several is what the provider does at once; nil when it does nothing so.
	Several *Several
	// Crowds are planned on the host that Many makes, for what that costs.
	Crowds []Crowd
	// NotCovered says of a property that no case changes why that is so.
	NotCovered map[string]string

	digests *digests
}

// Case is the life of one resource.
type Case struct {
	Name  string // of the subtest; Title when empty
	Title string
	// Create are the attributes it is created with; the suite adds ensure =>
	// present unless it is among them. Nil: the resource is there already.
	Create []ral.Attr
	// Changes are done one after the other, each by itself.
	Changes []ral.Attr
	// With are parameters that go with every step.
	With []ral.Attr
	// Remove is the ensure that removes it: "absent", "purged"; "" leaves it.
	Remove string
	// Queries are the commands that With names for finding out, such as the status
	// of a service. Others than these and the provider's own must not be run.
	Queries []host.Query
}

// Facts are facts by dotted name.
type Facts map[string]string

// Fact returns the fact as a string, nil when it is not there.
func (f Facts) Fact(_ context.Context, name string) (value.Value, error) {
	if v, ok := f[name]; ok {
		return value.Str(v), nil
	}
	return value.Value{}, nil
}

// A makes an attribute of a string.
func A(name, text string) ral.Attr { return ral.Attr{Name: name, Value: value.Str(text)} }

// L makes an attribute of a list of strings.
func L(name string, items ...string) ral.Attr {
	return ral.Attr{Name: name, Value: value.Strs(items...)}
}

// Run runs every case as a subtest.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	s.digests = newDigests()
	t.Run("every property", s.covers)
	if !s.Unlisted {
		t.Run("cost", s.costs)
	}
	for _, c := range s.Crowds {
		t.Run("cost of "+c.Name, func(t *testing.T) { s.crowd(t, c) })
	}
	for _, c := range s.Cases {
		name := c.Name
		if name == "" {
			name = c.Title
		}
		t.Run(name, func(t *testing.T) {
			l := newLife(t, s, c)
			l.suitable()
			l.lookingChangesNothing()
			l.live()
		})
		if s.LivedOnce == "" {
			t.Run(name+", of secrets", func(t *testing.T) { s.marked(t, c) })
		}
	}
	if s.Several != nil {
		t.Run("several at once", s.several)
	}
}
