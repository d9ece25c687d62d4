package raltest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
)

// Several are resources that a provider brings about at once: they are created
// with one act, and removed with one.
type Several struct {
	Titles []string
	Create func(i int) []ral.Attr // beside ensure => present
	Remove string                 // the ensure that removes them
}

func (s Suite) several(t *testing.T) {
	l := newLife(t, s, Case{})
	l.suitable()
	l.together("create", func(i int) []ral.Attr {
		attrs := []ral.Attr{A("ensure", "present")}
		if s.Several.Create != nil {
			attrs = append(attrs, s.Several.Create(i)...)
		}
		return attrs
	})
	l.together("remove", func(int) []ral.Attr { return []ral.Attr{A("ensure", s.Several.Remove)} })
}

// together plans, holds that nothing was touched, applies, and holds that there
// was one act, the planned one, and that a second plan is empty.
func (l *life) together(what string, attrs func(int) []ral.Attr) {
	t := l.t
	t.Helper()
	var decls []ral.Decl
	for i, title := range l.s.Several.Titles {
		decls = append(decls, ral.Decl{Type: l.typ.Name, Title: title, Provider: l.p.Name, Attrs: attrs(i)})
	}
	before := l.snapshot()
	plan, err := transaction.NewPlan(t.Context(), l.env, decls)
	if err != nil {
		t.Fatalf("%s: plan: %v", what, err)
	}
	if d := cmp.Diff(before, l.snapshot()); d != "" {
		t.Fatalf("%s: planning changed the host:\n%s", what, d)
	}
	promised := texts(allActs(plan.Steps))
	if len(promised) != 1 || plan.Ready() != len(decls) {
		t.Errorf("%s: %d are planned, with the acts %q", what, plan.Ready(), promised)
	}
	rep, err := plan.Apply(t.Context(), l.host.Change(), transaction.Options{})
	if err != nil {
		t.Fatalf("%s: apply: %v", what, err)
	}
	for _, s := range rep.Steps {
		if s.Status != transaction.Changed {
			t.Errorf("%s: %s: %s: %v\n%s", what, s.Ref(), s.Status, s.Err, changeTexts(s))
		}
	}
	if d := cmp.Diff(promised, texts(allActs(rep.Steps))); d != "" {
		t.Errorf("%s: the apply did not do what the plan said:\n%s", what, d)
	}
	again, err := transaction.NewPlan(t.Context(), l.env, decls)
	if err != nil || again.ChangeCount() > 0 {
		t.Errorf("%s: a second plan has %d changes, %v", what, again.ChangeCount(), err)
	}
}

func allActs(steps []*transaction.Step) []host.Act {
	var acts []host.Act
	for _, s := range steps {
		acts = append(acts, s.Acts()...)
	}
	return acts
}
