package suite

import (
	"fmt"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// life is a case on a separate host.
type life struct {
	t    T
	law  string // // the current law
	s    Suite
	c    Case
	host host.Host
	env  *onhost.Env
	typ  *ral.Type
	p    *ral.Provider

	mu         sync.Mutex
	operations []host.Operation // // operations since the last call of observed the last call of observed
}

func newLife(t T, s Suite, c Case) *life {
	t.Helper()
	return newLifeOn(t, s, c, s.Host(t))
}

func newLifeOn(t T, s Suite, c Case, h host.Host) *life {
	t.Helper()
	reg := registryOf(t, s.Register)
	l := &life{t: t, s: s, c: c}
	l.t = lawful{t, &l.law}
	l.host = host.Observe(h, func(d host.Operation) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.operations = append(l.operations, d)
	})
	l.env = onhost.NewEnv(reg, l.host.Reader(), s.Facts)
	if l.typ = reg.Type(s.Type); l.typ == nil {
		t.Fatalf("unknown type %q", s.Type)
	}
	if l.p = l.typ.Provider(s.Provider); l.p == nil {
		t.Fatalf("unknown provider %q", s.Provider)
	}
	return l
}

// observed returns the operations that the host received during fn.
func (l *life) observed(fn func()) []host.Operation {
	take := func() []host.Operation {
		l.mu.Lock()
		defer l.mu.Unlock()
		operations := l.operations
		l.operations = nil
		return operations
	}
	take()
	fn()
	return take()
}

func (l *life) suitable() {
	l.t.Helper()
	if e := l.env.Explain(l.t.Context(), l.p); !e.Suitable() {
		l.t.Fatalf("provider %s is not suitable on this host: %s", l.p.Name, e.Reason())
	}
}

func (l *life) decl(attrs []ral.Attr) ral.Decl {
	return ral.Decl{Type: l.typ.Name, Title: l.c.Title, Provider: l.p.Name, Attrs: append(attrs, l.c.With...)}
}

func (l *life) live() {
	l.t.Helper()
	if l.c.Create != nil {
		l.bring("create", l.c.creation(l.typ), "")
		l.listed(true)
	}
	for _, change := range l.c.Changes {
		l.bring(change.Name+" to "+change.Value.Text(), []ral.Attr{change}, change.Name)
		l.listed(true)
	}
	if l.c.Remove != "" {
		l.bring("remove", []ral.Attr{A("ensure", l.c.Remove)}, "ensure")
		l.listed(false)
	}
}

// creation returns Create with ensure, which Create may omit.
func (c Case) creation(typ *ral.Type) []ral.Attr {
	if _, has := (ral.Decl{Attrs: c.Create}).Get("ensure"); has || !typ.HasEnsure() {
		return c.Create
	}
	return append([]ral.Attr{A("ensure", "present")}, c.Create...)
}

// bring plans, applies, and checks that a second plan is empty. attr is the attribute
// that must change, "" for any. If it is transient, the second plan changes it again.
func (l *life) bring(what string, attrs []ral.Attr, attr string) {
	t := l.t
	t.Helper()
	decls := []ral.Decl{l.decl(attrs)}
	plan := l.plan(what, decls)
	step := plan.Steps[0]
	if l.law = lawPlanned; step.Status != transaction.Planned || !changes(step, attr) {
		t.Fatalf("%s: the plan does not contain the change: %s", what, stepText(step))
	}
	l.apply(what, plan)
	want := transaction.InSync
	if a := l.typ.Attr(attr); a != nil && a.Transient {
		want = transaction.Planned
	}
	again := l.plan(what+", again", decls).Steps[0]
	if l.law = lawIdempotent; again.Status != want {
		t.Fatalf("%s: expected %s in a second plan: %s", what, want, stepText(again))
	}
}

// changes reports whether a step changes an attribute, and not only as a part of a
// creation.
func changes(s *transaction.Step, attr string) bool {
	for _, c := range s.Changes {
		if !c.Part && (attr == "" || c.Attr.Name == attr) {
			return true
		}
	}
	return false
}

// stepText describes a step with its changes and actions, for an error.
func stepText(s *transaction.Step) string {
	return s.Ref() + ": " + strings.ReplaceAll(s.Status.String(), "_", " ") + because(s.Err) + "\n" + changeTexts(s)
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

func changeTexts(s *transaction.Step) string {
	var b strings.Builder
	for _, c := range s.Changes {
		now := ""
		if !c.Now.IsNil() {
			now = ", now " + c.Now.Inspect()
		}
		fmt.Fprintf(&b, "  %s: %s (%s)%s%s\n", c.Attr.Name, c.Text, strings.ReplaceAll(c.Status.String(), "_", " "), now, because(c.Err))
	}
	for _, d := range s.Results {
		fmt.Fprintf(&b, "  %s%s\n", d.Act, because(d.Err))
	}
	return b.String()
}
