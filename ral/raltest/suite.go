// Package raltest is the suite that every provider passes, on the fake host and
// on the real tool: what a listing says and what a retrieval says are the same;
// a resource can be created, changed and removed; a second plan is empty; what
// a plan shows is what an apply does; and looking changes nothing.
package raltest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
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
	// Unlisted says that the type cannot be listed.
	Unlisted bool
	Cases    []Case
	// Several is what the provider does at once; nil when it does nothing so.
	Several *Several
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
	if !s.Unlisted {
		t.Run("cost", s.costs)
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
	}
	if s.Several != nil {
		t.Run("several at once", s.several)
	}
}

// life is one case on its own host.
type life struct {
	t    *testing.T
	s    Suite
	c    Case
	host host.Host
	env  *ral.Env
	typ  *ral.Type
	p    *ral.Provider
	tell func(string) // of each command and each call on the bus
}

func newLife(t *testing.T, s Suite, c Case) *life {
	t.Helper()
	return newLifeOn(t, s, c, s.Host(t))
}

func newLifeOn(t *testing.T, s Suite, c Case, h host.Host) *life {
	t.Helper()
	reg := ral.NewRegistry()
	s.Register(reg)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	l := &life{t: t, s: s, c: c, host: h, tell: func(string) {}}
	look := host.Counted(h.Look(), func(text string) { l.tell(text) })
	l.env = ral.NewEnv(reg, look, s.Facts)
	if l.typ = reg.Type(s.Type); l.typ == nil {
		t.Fatalf("no type %s", s.Type)
	}
	if l.p = l.typ.Provider(s.Provider); l.p == nil {
		t.Fatalf("no provider %s", s.Provider)
	}
	return l
}

func (l *life) suitable() {
	l.t.Helper()
	if e := l.env.Explain(l.t.Context(), l.p); !e.Suitable() {
		l.t.Fatalf("%s is not suitable here: %s", l.p.Name, e.Reason())
	}
}

func (l *life) live() {
	if l.c.Create != nil {
		create := l.c.Create
		if _, has := (ral.Decl{Attrs: create}).Get("ensure"); !has && l.typ.HasEnsure() {
			create = append([]ral.Attr{A("ensure", "present")}, create...)
		}
		l.bring("create", create)
		l.listed(true)
	}
	for _, change := range l.c.Changes {
		l.bring(change.Name+" to "+change.Value.Text(), []ral.Attr{change})
		l.listed(true)
	}
	if l.c.Remove != "" {
		l.bring("remove", []ral.Attr{A("ensure", l.c.Remove)})
		l.listed(false)
	}
}

// bring plans, holds that nothing was touched, applies, and holds that the acts
// were the planned ones, that all took, and that a second plan is empty.
func (l *life) bring(what string, attrs []ral.Attr) {
	t := l.t
	t.Helper()
	decl := ral.Decl{Type: l.typ.Name, Title: l.c.Title, Provider: l.p.Name, Attrs: append(attrs, l.c.With...)}
	before := l.snapshot()
	plan, err := transaction.NewPlan(t.Context(), l.env, []ral.Decl{decl})
	if err != nil {
		t.Fatalf("%s: plan: %v", what, err)
	}
	if d := cmp.Diff(before, l.snapshot()); d != "" {
		t.Fatalf("%s: planning changed the host:\n%s", what, d)
	}
	step := plan.Steps[0]
	if step.Status != transaction.Planned {
		t.Fatalf("%s: the plan is %s and should hold a change (%v)", what, step.Status, step.Err)
	}
	promised := texts(step.Acts())
	rep, err := plan.Apply(t.Context(), l.host.Change(), transaction.Options{})
	if err != nil {
		t.Fatalf("%s: apply: %v", what, err)
	}
	if done := rep.Steps[0]; !rep.OK() {
		t.Fatalf("%s: %s: %v\n%s", what, done.Status, done.Err, changeTexts(done))
	} else if d := cmp.Diff(promised, texts(done.Acts())); d != "" && step.Certainty() != ral.UnknownUntil {
		t.Fatalf("%s: the apply did not do what the plan said:\n%s", what, d)
	}
	again, err := transaction.NewPlan(t.Context(), l.env, []ral.Decl{decl})
	if err != nil {
		t.Fatalf("%s: second plan: %v", what, err)
	}
	if s := again.Steps[0]; s.Status != transaction.InSync {
		t.Fatalf("%s: a second plan is not empty: %s\n%s", what, s.Status, changeTexts(s))
	}
}

func texts(acts []host.Act) []string {
	list := make([]string, len(acts))
	for i, a := range acts {
		list[i] = a.String()
	}
	return list
}

func changeTexts(s *transaction.Step) string {
	var b strings.Builder
	for _, c := range s.Changes {
		fmt.Fprintf(&b, "  %s: %s (%s) now %s: %v\n", c.Attr.Name, c.Text, c.Status, c.Now, c.Err)
	}
	for _, d := range s.Done {
		fmt.Fprintf(&b, "  %s: %v\n", d.Act, d.Err)
	}
	return b.String()
}
