package suite

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// plan makes a plan, and checks that planning does not change the host.
func (l *life) plan(what string, decls []ral.Decl) *transaction.Plan {
	l.t.Helper()
	var plan *transaction.Plan
	var err error
	l.reading("planning "+what, func() { plan, err = transaction.NewPlanWith(l.t.Context(), l.env, decls, l.options()) })
	if err != nil {
		l.t.Fatalf("%s: plan: %v", what, err)
	}
	l.shown(what, plan)
	return plan
}

// shown checks that the two values of each change differ as they are shown, apart from
// quotes and the brackets of a list.
func (l *life) shown(what string, plan *transaction.Plan) {
	l.t.Helper()
	l.law = lawShown
	plain := strings.NewReplacer("'", "", "[", "", "]", "").Replace
	for _, s := range plan.Steps {
		for _, c := range s.Changes {
			is, should := c.IsText, c.Attr.TextOfShould(s.Resource, c.Should)
			declared := c.Part && !s.Resource.IsDefault(c.Attr.Name) // a part of a creation that is declared as absent
			if is != value.Redacted && plain(is) == plain(should) && !declared {
				l.t.Errorf("%s: %s: %s -> %s", what, c.Attr.Name, is, should)
			}
		}
	}
}

// apply applies a plan. It checks that every change took effect, that the actions equal
// the actions of the plan, and that the host received exactly these actions.
func (l *life) apply(what string, plan *transaction.Plan) *transaction.Report {
	t := l.t
	t.Helper()
	l.law = lawActs
	var rep *transaction.Report
	var err error
	operations := l.observed(func() { rep, err = plan.Apply(t.Context(), l.writer(), transaction.Options{}) })
	if err != nil {
		t.Fatalf("%s: apply: %v", what, err)
	}
	if !rep.OK() {
		for _, s := range rep.Steps {
			if !s.OK() {
				t.Errorf("%s: %s", what, stepText(s))
			}
		}
		t.Fatalf("%s: the apply failed", what)
	}
	l.declared(what, operations)
	done := allActs(rep.Steps)
	promised, compared := allActs(plan.Steps), done
	if unknown(plan.Steps) {
		// A plan ends at a command whose output it needs, because the output is unknown
		// while planning. The actions until then must be the first actions of the apply.
		t.Logf("%s: the plan contains %d of %d actions", what, len(promised), len(done))
		compared = done[:min(len(promised), len(done))]
	}
	if !slices.EqualFunc(promised, compared, host.Act.Same) {
		t.Fatalf("%s: the plan contains\n%s\nbut the apply ran\n%s", what, texts(promised), texts(done))
	}
	var seen []host.Act
	for _, d := range operations {
		if !d.ReadOnly {
			seen = append(seen, plan.Secrets().Act(d.Act))
		}
	}
	if !slices.EqualFunc(done, seen, host.Act.Same) {
		t.Fatalf("%s: the report contains\n%s\nbut the host received\n%s", what, texts(done), texts(seen))
	}
	return rep
}

func unknown(steps []*transaction.Step) bool {
	return slices.ContainsFunc(steps, func(s *transaction.Step) bool { return s.Certainty() == ral.UnknownUntil })
}

func allActs(steps []*transaction.Step) []host.Act {
	var acts []host.Act
	for _, s := range steps {
		acts = append(acts, s.Acts()...)
	}
	return acts
}

func texts(acts []host.Act) string {
	var b strings.Builder
	for _, a := range acts {
		b.WriteString("  " + a.String() + "\n")
	}
	return b.String()
}

func (l *life) options() transaction.Options { return transaction.Options{Peers: l.c.Peers} }

// writer returns the writer of an apply. It rejects the actions that the suite does not
// allow.
func (l *life) writer() host.Writer {
	if l.s.Allow == nil {
		return l.host.Writer()
	}
	return host.TapBefore(l.host.Writer(), l.s.Allow)
}
