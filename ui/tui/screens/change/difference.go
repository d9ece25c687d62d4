package change

import (
	"context"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/widget"
)

// Difference shows a plan and a question below it: whether to apply the plan.
// The whole plan scrolls.
type Difference struct {
	sh     *kit.Shared
	decls  []ral.Decl
	gather func(context.Context) []ral.Decl // returns the declarations to plan; nil if decls is set
	back   undoSummary                      // the run that this undoes
	after  *kit.Outcome                     // the apply whose remaining resources this plans; nil for none
	ends   *transaction.Plan                // the applied plan that this one supersedes; nil for none
	taken  *model.Handover                  // the plan that another account confirmed; nil for none
	plans  kit.Job[planned]
	work   kit.Planning

	plan  *transaction.Plan
	steps []plantext.Step
	err   error
	// the program with which this user may become root; can be ""
	escalator string
	made      time.Time // time of the plan, by the clock of the screens
	lines     []frame.Line
	starts    []int            // the first line of each step
	options   plantext.Options // the look of lines
	at        int              // the line under the cursor
	wide      bool             // the plan has borders, and room for two columns
	column    bool             // the desired value is below the current one

	focus     button
	answered  bool // a button was pressed: all other keys are ignored
	typeAhead kit.TypeAheadGuard
	confirm   *widget.Field // the field for the type of removed resources
	typed     bool          // the user types in confirm
	scroll    kit.Viewport
	filter    *stepFilter
}

// button is the focused part of a difference.
type button uint8

const (
	onPlan button = iota
	onNo
	onYes
)

// NewDifference returns the screen for a proposal. Start makes its plan.
func NewDifference(sh *kit.Shared, p kit.Proposal) *Difference {
	return &Difference{
		sh: sh, decls: p.Decls, gather: p.Gather, back: undoOf(p.Undo), after: p.After, ends: p.Ends, taken: p.Handover, filter: newStepFilter(),
	}
}

type (
	// planned is a plan, or the error.
	planned struct {
		decls []ral.Decl
		plan  *transaction.Plan
		steps []plantext.Step
		err   error
		// the program with which this user may become root
		escalator string
	}
	// agedMsg is sent when a plan has become old.
	agedMsg struct{}
)

// oldAge is the age from which a plan is reported as old.
const oldAge = 60 * time.Second

func (d *Difference) Crumb() safe.Text {
	if d.back.run > 0 {
		return safe.Clean("undo run " + strconv.Itoa(d.back.run))
	}
	return "difference"
}

func (d *Difference) Where() keys.Where { return keys.OnDifference }

func (d *Difference) Chip() safe.Text { return d.filter.Chip() }

func (d *Difference) Close() { d.plans.Stop() }

// Busy reports whether the plan is being made.
func (d *Difference) Busy() bool { return d.plan == nil && d.err == nil }

func (d *Difference) Typing() bool { return d.typed || d.filter.Typing() }
func (d *Difference) Speaks() bool { return d.plan != nil && d.err == nil }

func (d *Difference) Start() tea.Cmd { return d.replan() }

// replan makes the plan again. The result of an earlier plan is dropped.
func (d *Difference) replan() tea.Cmd {
	d.forget()
	session, decls, gather, after, undone := d.sh.Session, d.decls, d.gather, d.after, d.back.record
	return d.plans.StartIn(d.work.Begin(d.sh.Ctx, d.sh.Now()), d.sh, func(ctx context.Context) planned {
		if gather != nil {
			decls = gather(ctx)
		}
		p, err := session.Plan(ctx, decls...)
		if err != nil {
			return planned{decls: decls, err: err}
		}
		steps := plantext.Draw(p.Steps)
		drawRefused(steps)
		plantext.DrawBack(steps, undone)
		if after != nil {
			drawSince(steps, after.Plan.Steps, stoppedSteps(after.Report))
		}
		made := planned{decls: decls, plan: p, steps: steps}
		if session.User.RefusedPlan(p) != "" {
			made.escalator = session.Escalator(ctx)
		}
		return made
	})
}

// forget drops the plan, and the text typed into its confirmation.
func (d *Difference) forget() {
	d.plans.Stop()
	d.plan, d.err, d.lines, d.focus, d.at = nil, nil, nil, onPlan, 0
	d.confirm, d.typed, d.scroll = nil, false, kit.Viewport{}
}

func (d *Difference) Update(msg tea.Msg) tea.Cmd {
	if made, ok := d.plans.Done(msg); ok {
		return d.planned(made)
	}
	switch msg := msg.(type) {
	case kit.AppliedMsg:
		// The plan is outdated, because that apply changed the host.
		if !d.answered {
			d.forget()
		}
	case kit.ChangedMsg:
		if !d.answered {
			return d.replan()
		}
	case handedOverMsg:
		if msg.screen == d {
			return d.handedOver(msg.err)
		}
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

// planned shows a plan and its question.
func (d *Difference) planned(made planned) tea.Cmd {
	d.plan, d.steps, d.err = made.plan, made.steps, made.err
	d.decls, d.escalator = made.decls, made.escalator
	d.made = d.sh.Now()
	d.logged()
	d.typeAhead.Began(d.made)
	// The question has the focus, at No. If a name must be typed, the plan has the
	// focus, because letters would go into the name.
	if d.focus = onNo; d.removals() > 1 {
		d.confirm, d.focus = widget.NewField("", false), onPlan
	}
	if d.taken != nil && d.err == nil && d.lacking() == "" && d.taken.Confirms(d.plan) {
		return d.confirmed()
	}
	return d.sh.Wait(oldAge+time.Second, agedMsg{})
}

// drawSince adds the changes since an earlier plan to the steps of a plan, for
// the resources that an apply stopped because of drift. Together with current
// and desired values these are three versions: of the plan, of the host, and of
// the user.
func drawSince(drawn []plantext.Step, planned, stopped []*transaction.Step) {
	for i := range drawn {
		is := func(s *transaction.Step) bool { return s.Ref() == drawn[i].Step.Ref() }
		was, end := slices.IndexFunc(planned, is), slices.IndexFunc(stopped, is)
		if was < 0 || end < 0 {
			continue
		}
		text := false
		for k := range drawn[i].Changes {
			text = drawn[i].Changes[k].Moved(drawn[i].Step, planned[was]) || text
		}
		if !text {
			drawn[i].Since = safe.Clean(stopped[end].Drift)
		}
	}
}

// text returns the plan as text to paste, 100 cells wide.
func (d *Difference) text() string {
	if d.plan == nil {
		return ""
	}
	lines, _ := plantext.Lines(d.steps, plantext.Options{Width: 100, Marks: true})
	return plantext.Text(lines, 100)
}
