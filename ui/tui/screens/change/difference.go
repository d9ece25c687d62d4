package change

import (
	"context"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/widget"
)

// Difference is a plan and the question whether to do it: the whole plan is one
// scroll, and the confirmation is its foot.
type Difference struct {
	sh     *kit.Shared
	ctx    context.Context
	cancel context.CancelFunc
	decls  []ral.Decl
	gather func(context.Context) []ral.Decl // returns the declarations to plan, nil if decls is set
	back   undoSummary                      // the run that this undoes
	after  *kit.Outcome                     // the apply whose remaining resources this plans, nil for none
	ends   *transaction.Plan                // the applied plan that this one supersedes, nil for none
	gen    int
	work   kit.Planning

	plan   *transaction.Plan
	steps  []plantext.Step
	err    error
	made   time.Time // by the clock of the screens
	lines  []frame.Line
	starts []int         // the first line of each step
	look   plantext.Look // that lines were made for
	at     int           // the line under the cursor
	wide   bool          // the plan has borders, and room for two columns
	column bool          // what should be is below what is

	focus     button
	answered  bool // a button was pressed: no other key means anything here
	typeAhead kit.TypeAheadGuard
	confirm   *widget.Field // types the name of what is removed
	typed     bool          // that field is typed in
	scroll    kit.Viewport
	filter    *stepFilter
}

// button is what has the focus of a difference.
type button uint8

const (
	onPlan button = iota
	onNo
	onYes
)

// NewDifference returns the screen for a proposal. Start makes its plan.
func NewDifference(sh *kit.Shared, p kit.Proposal) *Difference {
	ctx, cancel := context.WithCancel(sh.Ctx)
	return &Difference{
		sh: sh, ctx: ctx, cancel: cancel,
		decls: p.Decls, gather: p.Gather, back: undoOf(p.Undo), after: p.After, ends: p.Ends, filter: newStepFilter(),
	}
}

type (
	// plannedMsg is a plan, or why there is none.
	plannedMsg struct {
		screen *Difference
		gen    int
		decls  []ral.Decl
		plan   *transaction.Plan
		steps  []plantext.Step
		err    error
	}
	// agedMsg comes when a plan has become old.
	agedMsg struct{}
)

// oldAge is when a plan is said to be old.
const oldAge = 60 * time.Second

func (d *Difference) Crumb() safe.Text {
	if d.back.run > 0 {
		return safe.Clean("undo run " + strconv.Itoa(d.back.run))
	}
	return "difference"
}

func (d *Difference) Where() keys.Where { return keys.OnDifference }

func (d *Difference) Chip() safe.Text { return d.filter.Chip() }

func (d *Difference) Close() { d.cancel() }

// Busy is true while the plan is made.
func (d *Difference) Busy() bool { return d.plan == nil && d.err == nil }

func (d *Difference) Typing() bool { return d.typed || d.filter.Typing() }
func (d *Difference) Speaks() bool { return d.plan != nil && d.err == nil }

func (d *Difference) Start() tea.Cmd { return d.replan() }

// replan makes the plan again; the answer to an older question is dropped.
func (d *Difference) replan() tea.Cmd {
	d.forget()
	ctx := d.work.Begin(d.ctx, d.sh.Now())
	gen, session, decls, gather, after, undone := d.gen, d.sh.Session, d.decls, d.gather, d.after, d.back.record
	return func() tea.Msg {
		if gather != nil {
			decls = gather(ctx)
		}
		p, err := session.Plan(ctx, decls...)
		if err != nil {
			return plannedMsg{screen: d, gen: gen, decls: decls, err: err}
		}
		steps := plantext.Draw(p.Steps)
		drawRefused(steps, session.UndoBlockers(ctx, p))
		plantext.DrawBack(steps, undone)
		if after != nil {
			drawSince(steps, after.Plan.Steps, stoppedSteps(after.Report))
		}
		return plannedMsg{d, gen, decls, p, steps, nil}
	}
}

// forget drops the plan, and what was typed into its confirmation.
func (d *Difference) forget() {
	d.gen++
	d.plan, d.err, d.lines, d.focus, d.at = nil, nil, nil, onPlan, 0
	d.confirm, d.typed, d.scroll = nil, false, kit.Viewport{}
}

func (d *Difference) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case kit.AppliedMsg:
		// Yes would do what was planned before that apply changed things.
		if !d.answered {
			d.forget()
		}
	case kit.ChangedMsg:
		if !d.answered {
			return d.replan()
		}
	case plannedMsg:
		if msg.screen != d || msg.gen != d.gen {
			return nil
		}
		d.plan, d.steps, d.err = msg.plan, msg.steps, msg.err
		d.decls = msg.decls
		d.made = d.sh.Now()
		d.logged()
		d.typeAhead.Began(d.made)
		// The question has the focus, at No. Where a name is to be typed for it the plan has,
		// since letters would go into that name.
		if d.focus = onNo; d.removals() > 1 {
			d.confirm, d.focus = widget.NewField("", false), onPlan
		}
		return d.sh.Wait(oldAge+time.Second, agedMsg{})
	case tea.PasteMsg:
		if d.filter.Typing() {
			d.filter.Paste(msg)
			d.filtered()
		} else if d.typed || d.asksName() {
			d.typed, d.focus = true, onYes
			d.confirm.Insert(msg.Content)
		}
	}
	return nil
}

// drawSince adds to the steps of a plan what moved between an earlier plan and
// this one, of the resources that an apply stopped at because of it. With what is
// and what should be that makes three parts: the plan, now, and yours.
func drawSince(drawn []plantext.Step, planned, stopped []*transaction.Step) {
	for i := range drawn {
		is := func(s *transaction.Step) bool { return s.Ref() == drawn[i].Step.Ref() }
		was, end := slices.IndexFunc(planned, is), slices.IndexFunc(stopped, is)
		if was < 0 || end < 0 {
			continue
		}
		told := false
		for k := range drawn[i].Changes {
			told = drawn[i].Changes[k].Moved(drawn[i].Step, planned[was]) || told
		}
		if !told {
			drawn[i].Since = safe.Clean(stopped[end].Drift)
		}
	}
}

// text is the plan as text to paste, as wide as a mail.
func (d *Difference) text() string {
	if d.plan == nil {
		return ""
	}
	lines, _ := plantext.Lines(d.steps, plantext.Look{Width: 100, Marks: true})
	return plantext.Text(lines, 100)
}
