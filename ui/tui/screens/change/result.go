package change

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
)

// result is the outcome of an apply.
type result struct {
	sh     *kit.Shared
	plan   *transaction.Plan
	decls  []ral.Decl
	report *transaction.Report
	err    error
	killed bool
	run    int // its number in the journal; 0 without a journal
	back   undoSummary
	stepList
	typeAhead kit.TypeAheadGuard
	tall      int // rows of the tallest detail
	tallIn    plantext.Panes
}

func newResult(sh *kit.Shared, p *transaction.Plan, decls []ral.Decl, report *transaction.Report, err error) *result {
	r := &result{sh: sh, plan: p, decls: decls, report: report, err: err, stepList: stepList{filter: newStepFilter()}}
	r.typeAhead.Began(sh.Now())
	for i, s := range r.steps() {
		if s.Status == transaction.Failed || s.Status == transaction.DidNotTake {
			r.at = i
			break
		}
	}
	return r
}

func (r *result) steps() []*transaction.Step {
	if r.report == nil {
		return nil
	}
	return r.report.Steps
}

func (r *result) summary() string {
	if r.report == nil {
		return "no changes were made: " + r.err.Error()
	}
	words := r.report.Summary()
	for _, t := range lostWords(r.err) {
		words += " " + string(t)
	}
	return words
}

// done returns the resources in sync.
func (r *result) done() map[string]bool {
	done := make(map[string]bool)
	for _, s := range r.steps() {
		done[s.Ref()] = s.Status.OK()
	}
	return done
}

// rest returns the declarations of resources that are not in sync, without
// relationships to resources in sync.
func (r *result) rest() []ral.Decl { return draft.Remaining(r.decls, r.done()) }

// alone returns the resource of a step, with the resources that it references
// and that are not in sync.
func (r *result) alone(s *transaction.Step) []ral.Decl {
	done := r.done()
	delete(done, s.Ref())
	if decls := draft.WithDependencies(*s.Decl, draft.Remaining(r.decls, done)); len(decls) > 0 {
		return decls
	}
	return []ral.Decl{*s.Decl} // another resource generated it
}

// again returns the route to a new plan of some declarations, which shows the
// changes since the plan.
func (r *result) again(decls []ral.Decl) kit.Route {
	return kit.Route{Kind: kit.RouteDifference, Proposal: &kit.Proposal{Decls: decls, After: &kit.Outcome{Plan: r.plan, Report: r.report}, Ends: r.plan}}
}

// stoppedSteps returns the steps of an apply that were stopped because of
// drift.
func stoppedSteps(report *transaction.Report) []*transaction.Step {
	if report == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(report.Steps), func(s *transaction.Step) bool { return s.Status != transaction.Stopped })
}

func (r *result) do(in keys.Intent) (tea.Cmd, bool) {
	if in != keys.Interrupt && in != keys.Suspend && in != keys.Redraw && r.typeAhead.Swallows(r.sh.Now()) {
		return kit.WarnTypeAhead(), true
	}
	if r.filter.Do(in) || kit.MoveBy(in, r.scroll.Page(), func(by int) { r.step(by, len(r.steps())) }) {
		return nil, true
	}
	return r.actions().Do(in)
}

func (r *result) actions() kit.Actions {
	row := kit.Unless(len(r.steps()) > 0, "no step was started")
	if r.filter.empty() {
		row = kit.Because(kit.NoRow)
	}
	left := len(r.rest()) > 0
	return kit.Actions{
		{In: keys.Open, Hint: "open", Disabled: row, Do: func() tea.Cmd {
			s := r.steps()[r.at]
			return kit.Push(kit.ToInstance(s.Resource.Type, s.Resource.Title, nil))
		}},
		{In: keys.Difference, Hint: "diff", Disabled: row, Do: func() tea.Cmd {
			return kit.Push(r.again(r.alone(r.steps()[r.at])))
		}},
		{
			In: keys.Apply, Hint: kit.HintIf(left, "plan the rest"), Disabled: kit.Unless(left, "all resources are in sync"),
			Do: func() tea.Cmd { return kit.Push(r.again(r.rest())) },
		},
		{In: keys.Why, Hint: "explain", Disabled: row, Do: r.why},
		{
			In: keys.UndoRun, Hint: kit.HintIf(r.noUndo() == "", "undo run"), Disabled: r.noUndo,
			Do: func() tea.Cmd { return kit.UndoRun(r.sh, r.run, r.plan) },
		},
		{In: keys.Copy, Hint: "copy report", Do: func() tea.Cmd {
			text := r.text()
			return func() tea.Msg { return kit.CopyMsg{Text: text, What: "the report"} }
		}},
		{In: keys.Log, Hint: "show log"},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.OnlyFindings},
		{In: keys.MoveFirst, Do: kit.Does(func() { r.move(-len(r.steps()), len(r.steps())) })},
		{In: keys.MoveLast, Do: kit.Does(func() { r.move(len(r.steps()), len(r.steps())) })},
	}
}

// noUndo returns why an undo is unavailable, or "".
func (r *result) noUndo() string {
	if r.report == nil || r.report.Changes() == 0 {
		return "no changes were made"
	}
	return ""
}

func (r *result) text() string {
	whole := *r
	whole.filter = newStepFilter()
	lines, _, _ := whole.lines(plantext.NewColumns(r.sh, 100, 34))
	return plantext.Text(lines, 100) + string(safe.Clean(r.summary())) + "\n"
}
