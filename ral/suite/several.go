package suite

import (
	"ralsh/ral"
	"ralsh/ral/transaction"
)

// Several describes resources that a provider creates in a single action, and removes in
// a single action.
type Several struct {
	Titles []string
	Create func(i int) []ral.Attr // in addition to ensure => present
	Remove string                 // value of ensure that removes them
}

func (s Suite) several(t T) {
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

// together checks that planning does not change the host, that an apply runs only the
// planned action, and that a second plan is empty.
func (l *life) together(what string, attrs func(int) []ral.Attr) {
	t := l.t
	t.Helper()
	var decls []ral.Decl
	for i, title := range l.s.Several.Titles {
		decls = append(decls, ral.Decl{Type: l.typ.Name, Title: title, Provider: l.p.Name, Attrs: attrs(i)})
	}
	plan := l.plan(what, decls)
	if acts := allActs(plan.Steps); len(acts) != 1 || plan.Ready() != len(decls) {
		t.Errorf("%s: the plan contains %d resources and the actions\n%s\nexpected a single action", what, plan.Ready(), texts(acts))
	}
	rep := l.apply(what, plan)
	for _, s := range rep.Steps {
		if s.Status != transaction.Changed {
			t.Errorf("%s: %s: %s: %v\n%s", what, s.Ref(), s.Status, s.Err, changeTexts(s))
		}
	}
	if again := l.plan(what+", again", decls); again.ChangeCount() > 0 {
		t.Errorf("%s: a second plan contains %d changes", what, again.ChangeCount())
	}
}
