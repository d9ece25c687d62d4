package tui

import (
	"context"
	"sync"
	"time"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
)

// apply is an apply while it runs, and its result once it has ended: one screen,
// since it must find its place on the stack wherever one is when it ends.
type apply struct {
	sh    *shared
	plan  *transaction.Plan
	decls []ral.Decl
	back  undoSummary
	kept  model.ApplyOptions
	lost  *journal.LostError // what the journal lacks so far

	ctx    context.Context // ends when the command in hand is to be killed
	kill   context.CancelFunc
	stop   chan struct{}
	halt   func()        // closes stop, once
	gone   chan struct{} // closed when nobody looks any more
	leave  func()
	events chan func() // what has happened, for the screen to take over
	killed bool
	asked  bool // to stop after this step

	began   time.Time
	steps   []*runStep
	now     int // the step in hand, -1 for none
	at      int // the step under the cursor
	filter  *stepFilter
	follow  bool
	all     bool // all output is shown
	scroll  viewport
	spinner spinner.Model
	result  *result
	words   string // the result in a sentence, written before work is done
	left    string // and what went wrong, for those who left before the result
}

// newApply carries out a plan, which may take a run back, and shows it.
func newApply(sh *shared, p proposal) *apply {
	a := &apply{
		sh: sh, plan: p.plan, decls: p.decls, back: undoOf(p.undo), now: -1, follow: true, filter: newStepFilter(),
		stop: make(chan struct{}), gone: make(chan struct{}), events: make(chan func(), 1024),
	}
	// What ends the program lets the step in hand end, as ctrl+c does.
	a.ctx, a.kill = context.WithCancel(context.WithoutCancel(sh.ctx))
	a.halt = sync.OnceFunc(func() { close(a.stop) })
	a.leave = sync.OnceFunc(func() { close(a.gone) })
	a.kept = model.ApplyOptions{
		UndoOf: a.back.run,
		Lost:   func(lost *journal.LostError) { a.put(func() { a.lost = lost }) },
	}
	return a
}

// applyEventsMsg is what happened since the last one, in order.
type applyEventsMsg struct {
	screen *apply
	events []func()
}

func (a *apply) start() tea.Cmd {
	a.began = a.sh.now()
	a.sh.applying = a
	a.sh.work.Add(1)
	unhook := context.AfterFunc(a.sh.ctx, a.halt)
	run := func() tea.Msg {
		defer a.sh.work.Done()
		defer unhook()
		opt, number := a.kept, 0
		opt.Opened = func(n int) { number = n }
		report, cannot, err := a.carryOut(transaction.Options{Emit: a.emit, Stop: a.stop}, opt)
		close(a.events)
		a.words = (&result{report: report, err: err}).summary()
		a.left = leftWords(report, a.ctx.Err() != nil)
		return appliedMsg{a, report, err, number, cannot}
	}
	a.spinner = newSpinner(a.glyphs())
	return tea.Batch(run, a.next(), a.spin())
}

// carryOut applies the plan. Of an undo it returns what was not undone, as it was
// read again.
func (a *apply) carryOut(opt transaction.Options, k model.ApplyOptions) (*transaction.Report, []safe.Text, error) {
	if a.back.undo == nil {
		report, err := a.sh.session.ApplyWith(a.ctx, a.plan, opt, k)
		return report, nil, err
	}
	report, err := a.sh.session.ApplyUndoWith(a.ctx, a.back.undo, a.plan, opt, k)
	return report, cannotWords(a.back.undo.NotUndoable), err
}

func (a *apply) crumb() safe.Text {
	if a.result != nil {
		return "apply > result"
	}
	return "apply"
}

func (a *apply) where() keys.Where {
	if a.result != nil {
		return keys.OnResult
	}
	return keys.OnApply
}

func (a *apply) speaks() bool { return a.result != nil }

func (a *apply) chip() safe.Text { return a.filter.chip() }

func (a *apply) typing() bool { return a.filter.typing() }

func (a *apply) press(key tea.KeyPressMsg) tea.Cmd { return a.filter.press(key) }

// close lets the step in hand end: the screen goes only when the program does,
// or after the apply.
func (a *apply) close() {
	a.halt()
	a.leave()
}

func (a *apply) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		a.filter.paste(msg)
	case applyEventsMsg:
		if msg.screen != a {
			return nil
		}
		for _, took := range msg.events {
			took()
		}
		return a.next()
	case spinMsg:
		if msg.screen == a && a.spins() {
			return a.spin()
		}
	case appliedMsg:
		if msg.screen == runner(a) {
			return a.ended(msg)
		}
	}
	return nil
}

// ended turns the screen into the result, and tells all others that the host is
// not what it was.
func (a *apply) ended(msg appliedMsg) tea.Cmd {
	a.kill()
	a.sh.applying = nil
	a.result = newResult(a.sh, a.plan, a.decls, msg.report, msg.err)
	a.result.back, a.result.filter = a.back, a.filter
	if a.back.undo != nil {
		a.result.back.cannot = msg.cannot
	}
	a.result.killed, a.result.run = a.killed, msg.run
	a.logged(msg.report)
	for _, s := range a.result.steps() {
		if s.Status.OK() {
			a.sh.basket.MarkApplied(*s.Decl)
		}
	}
	changed := func() tea.Msg { return changedMsg{} }
	if !a.killed {
		return changed
	}
	return tea.Batch(changed, tea.Quit)
}
