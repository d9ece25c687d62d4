package raltest

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/suite"
)

// Suite is a suite.Suite in a test: see there for the fields.
type Suite struct {
	Register   func(*ral.Registry)
	Type       string
	Provider   string
	Host       func(t *testing.T) host.Host
	Many       func(t *testing.T, n int) host.Host
	Facts      Facts
	Watch      []string
	LivedOnce  string
	Needed     []string
	Unlisted   bool
	Cases      []Case
	Several    *Several
	Crowds     []Crowd
	NotCovered map[string]string
}

// The parts of a suite.
type (
	Case    = suite.Case
	Facts   = suite.Facts
	Several = suite.Several
	Crowd   = suite.Crowd
)

// A returns an attribute with a string.
func A(name, text string) ral.Attr { return suite.A(name, text) }

// L returns an attribute with a list of strings.
func L(name string, items ...string) ral.Attr { return suite.L(name, items...) }

// Run runs every case as a subtest.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	of := suite.Suite{
		Register: s.Register, Type: s.Type, Provider: s.Provider, Facts: s.Facts, Watch: s.Watch, LivedOnce: s.LivedOnce, Needed: s.Needed,
		Unlisted: s.Unlisted, Cases: s.Cases, Several: s.Several, Crowds: s.Crowds, NotCovered: s.NotCovered,
		Host: func(t suite.T) host.Host { return s.Host(t.(reporter).T) },
	}
	if s.Many != nil {
		of.Many = func(t suite.T, n int) host.Host { return s.Many(t.(reporter).T, n) }
	}
	of.Run(reporter{t})
}

// reporter is a test as a suite.T.
type reporter struct{ *testing.T }

// Run runs a part as a subtest.
func (r reporter) Run(name string, part func(suite.T)) bool {
	return r.T.Run(name, func(t *testing.T) { part(reporter{t}) })
}
