package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// difference is a plan and the question whether to do it: the whole plan is one
// scroll, and the confirmation is its foot.
type difference struct {
	sh     *shared
	ctx    context.Context
	cancel context.CancelFunc
	decls  []ral.Decl
	gather func(context.Context) []ral.Decl // finds out what is to be planned, nil when decls say it
	back   undoSummary                      // what this takes back
	after  *outcome                         // the apply of which this plans what is left, nil for none
	ends   *transaction.Plan                // proposal.ends
	gen    int
	work   planning

	plan   *transaction.Plan
	steps  []drawnStep
	err    error
	made   time.Time // by the clock of the screens
	lines  []frame.Line
	starts []int    // the first line of each step
	look   planLook // that lines were made for
	at     int      // the line under the cursor
	wide   bool     // the plan has borders, and room for two columns
	column bool     // what should be stands below what is

	focus     button
	answered  bool // a button was pressed: no other key means anything here
	typeAhead typeAheadGuard
	confirm   *widget.Field // types the name of what is removed
	typed     bool          // that field is typed in
	scroll    viewport
	filter    *stepFilter
}

// button is what has the focus of a difference.
type button uint8

const (
	onPlan button = iota
	onNo
	onYes
)

// newDifference plans what would bring the declared resources about, shows it,
// and asks.
func newDifference(sh *shared, p proposal) *difference {
	ctx, cancel := context.WithCancel(sh.ctx)
	return &difference{
		sh: sh, ctx: ctx, cancel: cancel,
		decls: p.decls, gather: p.gather, back: undoOf(p.undo), after: p.after, ends: p.ends, filter: newStepFilter(),
	}
}

type (
	// plannedMsg is a plan, or why there is none.
	plannedMsg struct {
		screen *difference
		gen    int
		decls  []ral.Decl
		plan   *transaction.Plan
		steps  []drawnStep
		err    error
	}
	// agedMsg comes when a plan has become old.
	agedMsg struct{}
)

// oldAge is when a plan is said to be old.
const oldAge = 60 * time.Second

func (d *difference) crumb() safe.Text {
	if d.back.run > 0 {
		return safe.Clean("undo run " + itoa(d.back.run))
	}
	return "difference"
}

func (d *difference) where() keys.Where { return keys.OnDifference }

func (d *difference) chip() safe.Text { return d.filter.chip() }

func (d *difference) close() { d.cancel() }

// busy is true while the plan is made.
func (d *difference) busy() bool { return d.plan == nil && d.err == nil }

func (d *difference) typing() bool { return d.typed || d.filter.typing() }
func (d *difference) speaks() bool { return d.plan != nil && d.err == nil }

func (d *difference) start() tea.Cmd { return d.replan() }

// replan makes the plan again; the answer to an older question is dropped.
func (d *difference) replan() tea.Cmd {
	d.forget()
	ctx := d.work.begin(d.ctx, d.sh.now())
	gen, session, decls, gather, after, undone := d.gen, d.sh.session, d.decls, d.gather, d.after, d.back.record
	return func() tea.Msg {
		if gather != nil {
			decls = gather(ctx)
		}
		p, err := session.Plan(ctx, decls...)
		if err != nil {
			return plannedMsg{screen: d, gen: gen, decls: decls, err: err}
		}
		steps := drawSteps(p.Steps)
		drawRefused(steps, session.UndoBlockers(ctx, p))
		drawBack(steps, undone)
		if after != nil {
			drawSince(steps, after.plan.Steps, stoppedSteps(after.report))
		}
		return plannedMsg{d, gen, decls, p, steps, nil}
	}
}

// forget drops the plan, and what was answered about it.
func (d *difference) forget() {
	d.gen++
	d.plan, d.err, d.lines, d.focus, d.at = nil, nil, nil, onPlan, 0
	d.confirm, d.typed, d.scroll = nil, false, viewport{}
}

func (d *difference) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case appliedMsg:
		// Yes would do what was planned before that apply changed things.
		if !d.answered {
			d.forget()
		}
	case changedMsg:
		if !d.answered {
			return d.replan()
		}
	case plannedMsg:
		if msg.screen != d || msg.gen != d.gen {
			return nil
		}
		d.plan, d.steps, d.err = msg.plan, msg.steps, msg.err
		d.decls = msg.decls
		d.made = d.sh.now()
		d.logged()
		d.typeAhead.began(d.made)
		// The question has the focus, at No. Where a name is to be typed for it the plan has,
		// since letters would go into that name.
		if d.focus = onNo; d.removals() > 1 {
			d.confirm, d.focus = widget.NewField("", false), onPlan
		}
		return d.sh.wait(oldAge+time.Second, agedMsg{})
	case tea.PasteMsg:
		if d.filter.typing() {
			d.filter.paste(msg)
			d.filtered()
		} else if d.typed || d.asksName() {
			d.typed, d.focus = true, onYes
			d.confirm.Insert(msg.Content)
		}
	}
	return nil
}
