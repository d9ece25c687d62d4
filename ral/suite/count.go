package suite

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// fewCommands is the maximum number of commands and bus calls of a listing.
const fewCommands = 5

// costs checks that a listing of 3 and of 30 instances costs the same, and a plan, if the
// provider prefetches.
func (s Suite) costs(t T) {
	t.Helper()
	var before []string
	counts := s.Many
	if counts == nil {
		counts = func(t T, _ int) host.Host { return s.Host(t) }
	}
	for _, n := range []int{3, 30} {
		l := newLifeOn(t, s, Case{}, counts(t, n))
		l.law = lawCost
		t := l.t
		var found []*ral.Instance
		asked := l.count(func() { found = l.all() })
		t.Logf("a listing of %d instances costs %d commands and calls", len(found), len(asked))
		if len(asked) > fewCommands {
			t.Errorf("a listing of %d instances costs %d commands and calls:\n%s", len(found), len(asked), strings.Join(asked, "\n"))
		}
		if s.Many == nil {
			return
		}
		if len(found) < n {
			t.Fatalf("the listing contains %d instances, expected %d", len(found), n)
		}
		if l.p.Ops().Group.Prefetch != nil {
			planned := l.count(func() { l.planAll(found[:n]) })
			t.Logf("a plan of %d resources costs %d commands and calls", n, len(planned))
			asked = append(asked, planned...)
		}
		if before != nil && len(asked) != len(before) {
			t.Errorf("commands and calls for %d instances:\n%s\nand for 3 instances:\n%s", n, strings.Join(asked, "\n"), strings.Join(before, "\n"))
		}
		before = asked
	}
}

// Crowd is a set of resources that are planned together. Plans of 3 and of 30 resources
// must need the same commands and bus calls.
type Crowd struct {
	Name  string
	Title func(i int) string // i counts from 0
	Attrs []ral.Attr
	// InSync means that the resources are in sync; otherwise each must change.
	InSync bool
}

func (s Suite) crowd(t T, c Crowd) {
	t.Helper()
	var before []string
	for _, n := range []int{3, 30} {
		l := newLifeOn(t, s, Case{}, s.Many(t, n))
		l.law = lawCost
		l.suitable()
		var decls []ral.Decl
		for i := range n {
			decls = append(decls, ral.Decl{Type: l.typ.Name, Title: c.Title(i), Provider: l.p.Name, Attrs: c.Attrs})
		}
		want := transaction.Planned
		if c.InSync {
			want = transaction.InSync
		}
		asked := l.count(func() { l.planned(decls, want) })
		t.Logf("a plan of %d resources costs %d commands and calls", n, len(asked))
		if before != nil && len(asked) != len(before) || len(asked) > fewCommands {
			t.Errorf("commands and calls of a plan of %d resources:\n%s\nand of 3 resources:\n%s", n, strings.Join(asked, "\n"), strings.Join(before, "\n"))
		}
		before = asked
	}
}

// count returns the commands and bus calls that fn makes after the elections.
func (l *life) count(fn func()) []string {
	l.env.Elect(l.t.Context(), l.typ)
	var asked []string
	for _, d := range l.observed(fn) {
		asked = append(asked, d.Text)
	}
	return asked
}

func (l *life) all() []*ral.Instance {
	l.t.Helper()
	var found []*ral.Instance
	l.ask(func(ev onhost.ListEvent) {
		if ev.Provider.SourceName() != l.p.SourceName() {
			return
		}
		if failed(ev) {
			l.t.Fatalf("listing by %s: %v", ev.Provider.Name, ev.Err)
		}
		found = append(found, ev.Found...)
	})
	return found
}

// planAll plans the current state of all instances.
func (l *life) planAll(found []*ral.Instance) {
	l.t.Helper()
	var decls []ral.Decl
	for _, inst := range found {
		d := ral.Decl{Type: l.typ.Name, Title: inst.Name, Provider: l.p.Name}
		if l.typ.HasEnsure() {
			d.Attrs = []ral.Attr{l.asItIs(inst)}
		}
		decls = append(decls, d)
	}
	l.planned(decls, transaction.InSync)
}

// asItIs returns the current ensure, or present if the provider rejects the current
// value, for example a version.
func (l *life) asItIs(inst *ral.Instance) ral.Attr {
	d := ral.Decl{Type: l.typ.Name, Title: inst.Name, Provider: l.p.Name, Attrs: []ral.Attr{{Name: "ensure", Value: inst.Get("ensure")}}}
	if _, diags := l.env.Build(l.t.Context(), d); diags.Err() != nil {
		return A("ensure", "present")
	}
	return d.Attrs[0]
}

// planned plans, and checks that every resource gets the status want.
func (l *life) planned(decls []ral.Decl, want transaction.Status) {
	l.t.Helper()
	plan, err := transaction.NewPlan(l.t.Context(), l.env, decls)
	if err != nil {
		l.t.Fatalf("%v", err)
	}
	for _, st := range plan.Steps {
		if st.Status != want {
			l.t.Errorf("%s is %s, expected %s: %v\n%s", st.Ref(), st.Status, want, st.Err, changeTexts(st))
		}
	}
}

// failed reports whether a listing failed. Malformed lines are not a failure.
func failed(ev onhost.ListEvent) bool { return ev.Done && ev.Err != nil && !ral.IsDamage(ev.Err) }
