package raltest

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/suite"
	"ralsh/ral/transaction"
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
	if !s.Unlisted {
		t.Run("as code", s.asCode)
	}
}

// asCode checks that what a listing prints as code is in sync.
func (s Suite) asCode(t *testing.T) {
	h := s.Host(t)
	env := Env(t, s.Register, h.Reader(), s.Facts)
	typ := env.Registry.Type(s.Type)
	list := func(emit func(onhost.ListEvent)) { env.List(t.Context(), typ, emit) }
	if p := typ.Provider(s.Provider); p.Ops().List != nil {
		list = func(emit func(onhost.ListEvent)) { env.ListBy(t.Context(), p, emit) }
	}
	seen := make(map[string]bool)
	var puppet, yaml []ral.Decl
	list(func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			r := manifest.FromInstance(inst, true)
			if seen[r.Title] || r.LeftOut != "" {
				continue
			}
			seen[r.Title] = true
			text, err := manifest.YAML(r)
			if err != nil {
				t.Fatal(err)
			}
			yaml = append(yaml, readBack(t, env.Registry, "x.yaml", text)...)
			puppet = append(puppet, readBack(t, env.Registry, "x.pp", manifest.Puppet(r))...)
		}
	})
	for _, decls := range [][]ral.Decl{puppet, yaml} {
		plan, err := transaction.NewPlan(t.Context(), env, decls)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range plan.Steps {
			if step.Status != transaction.InSync {
				t.Errorf("its code is %s: %v %+v\n%s", step.Status, step.Err, step.Changes, manifest.Puppet(manifest.Declared(*step.Decl, typ)))
			}
		}
	}
}

func readBack(t *testing.T, reg *ral.Registry, name, text string) []ral.Decl {
	t.Helper()
	in, err := manifest.Read(name, []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return in.Decls(reg)
}

// reporter is a test as a suite.T.
type reporter struct{ *testing.T }

// Run runs a part as a subtest.
func (r reporter) Run(name string, part func(suite.T)) bool {
	return r.T.Run(name, func(t *testing.T) { part(reporter{t}) })
}
