package suite

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Suite tests a provider on a kind of host.
type Suite struct {
	Register func(*ral.Registry)
	Type     string
	Provider string
	// Host returns a new host for each case.
	Host func(t T) host.Host
	// Many returns a host with at least n instances, to measure costs. Default: the
	// instances of Host.
	Many func(t T, n int) host.Host
	// Facts contains the facts for confines, by dotted name.
	Facts Facts
	// Allow returns an error to reject an action of an apply before it starts. Nil allows
	// all actions.
	Allow func(host.Act) error
	// Watch lists the directories and files that must not change while reading. They are
	// read completely before and after. Nil means / (for a fake).
	Watch []string
	// State returns the state of a fake host in addition to its files, for example the
	// installed packages. It must not change while reading. It may be nil.
	State func() string
	// LivedOnce is the reason why no case runs a second time with secrets, or "".
	LivedOnce string
	// Needed lists files with the locations of the instances: if such a file is
	// unreadable, the listing is empty.
	Needed []string
	// Unlisted means that the type cannot be listed.
	Unlisted bool
	Cases    []Case
	// Several describes changes of several resources in a single action; it may be nil.
	Several *Several
	// Crowds are planned on hosts of Many, to measure costs.
	Crowds []Crowd
	// NotCovered contains a reason for each property that no case changes.
	NotCovered map[string]string

	digests *digests
}

// Case creates, changes and removes a resource.
type Case struct {
	Name  string // name of the subtest; default: Title
	Title string
	// Create contains the attributes of the creation. The suite adds ensure => present if
	// it is missing. Nil means that the resource already exists.
	Create []ral.Attr
	// Changes are applied in order.
	Changes []ral.Attr
	// With contains parameters for every step.
	With []ral.Attr
	// Peers are other resources of the run that the provider may read. They are not
	// managed.
	Peers []ral.Decl
	// Remove is the value of ensure that removes the resource: "absent", "purged". ""
	// keeps the resource.
	Remove string
	// Queries are commands in With that read the state, for example the status command of
	// a service. The suite allows no other commands, except the queries of the provider.
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
			l.readingChangesNothing()
			l.live()
		})
		if s.LivedOnce == "" {
			t.Run(WithSecrets(name), func(t T) { s.marked(t, c) })
		}
	}
	if s.Several != nil {
		t.Run("several at once", s.several)
	}
}

// WithSecrets returns the name of the second run of a case, in which its values are
// secrets.
func WithSecrets(name string) string { return name + " (with secrets)" }
