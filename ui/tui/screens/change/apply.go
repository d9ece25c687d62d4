package change

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
	"ralsh/ui/tui/kit"
)

// Apply shows a running apply and, once it has ended, its result. As a single
// screen it keeps its place on the stack wherever the user is.
type Apply struct {
	sh    *kit.Shared
	plan  *transaction.Plan
	decls []ral.Decl
	back  undoSummary
	kept  model.ApplyOptions
	lost  *journal.LostError // what the journal lacks so far

	ctx    context.Context // ends when the current command is to be killed
	kill   context.CancelFunc
	stop   chan struct{}
	halt   func()        // closes stop, once
	gone   chan struct{} // closed when the screens are closed
	leave  func()
	events chan func() // events of the run for the screen to handle
	killed bool
	asked  bool // the user asked to stop after this step

	began time.Time
	steps []*runStep
	now   int // the current step; -1 for none
	stepList
	follow  bool
	all     bool // show all output
	spinner spinner.Model
	result  *result
	words   string // the result in a sentence; written before Work is done
	left    string // what went wrong, for users who quit before the result
}

// NewApply applies a plan, which may undo a run, and shows it.
func NewApply(sh *kit.Shared, p kit.Proposal) *Apply {
	a := &Apply{
		sh: sh, plan: p.Plan, decls: p.Decls, back: undoOf(p.Undo), now: -1, follow: true, stepList: stepList{filter: newStepFilter()},
		stop: make(chan struct{}), gone: make(chan struct{}), events: make(chan func(), 1024),
	}
	// Ending the program lets the current step finish, as ctrl+c does.
	a.ctx, a.kill = context.WithCancel(context.WithoutCancel(sh.Ctx))
	a.halt = sync.OnceFunc(func() { close(a.stop) })
	a.leave = sync.OnceFunc(func() { close(a.gone) })
	a.kept = model.ApplyOptions{
		UndoOf: a.back.run,
		Lost:   func(lost *journal.LostError) { a.put(func() { a.lost = lost }) },
	}
	return a
}

// applyEventsMsg holds the events since the last message, in order.
type applyEventsMsg struct {
	screen *Apply
	events []func()
}

func (a *Apply) Start() tea.Cmd {
	a.began = a.sh.Now()
	a.sh.Applying = a
	a.sh.Work.Add(1)
	unhook := context.AfterFunc(a.sh.Ctx, a.halt)
	run := func() tea.Msg {
		defer a.sh.Work.Done()
		defer unhook()
		opt, number := a.kept, 0
		opt.Opened = func(n int) { number = n }
		report, cannot, err := a.carryOut(transaction.Options{Emit: a.emit, Stop: a.stop}, opt)
		close(a.events)
		a.words = (&result{report: report, err: err}).summary()
		a.left = leftWords(report, a.ctx.Err() != nil)
		return kit.AppliedMsg{Screen: a, Report: report, Err: err, Run: number, Cannot: cannot}
	}
	a.spinner = newSpinner(a.glyphs())
	return tea.Batch(run, a.next(), a.spin())
}

// carryOut applies the plan. For an undo it also returns the changes that the
// verification found not undone.
func (a *Apply) carryOut(opt transaction.Options, k model.ApplyOptions) (*transaction.Report, []safe.Text, error) {
	if a.back.undo == nil {
		report, err := a.sh.Session.ApplyWith(a.ctx, a.plan, opt, k)
		return report, nil, err
	}
	report, err := a.sh.Session.ApplyUndoWith(a.ctx, a.back.undo, a.plan, opt, k)
	return report, kit.CannotWords(a.back.undo.NotUndoable), err
}

func (a *Apply) Crumb() safe.Text {
	if a.result != nil {
		return "apply > result"
	}
	return "apply"
}

func (a *Apply) Where() keys.Where {
	if a.result != nil {
		return keys.OnResult
	}
	return keys.OnApply
}

func (a *Apply) Speaks() bool { return a.result != nil }

func (a *Apply) Chip() safe.Text { return a.filter.Chip() }

func (a *Apply) Typing() bool { return a.filter.Typing() }

func (a *Apply) Press(key tea.KeyPressMsg) tea.Cmd { return a.filter.Press(key) }

// Close lets the current step finish. The screen is closed only with the
// program or after the apply.
func (a *Apply) Close() {
	a.halt()
	a.leave()
}

func (a *Apply) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		a.filter.Paste(msg)
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
	case kit.AppliedMsg:
		if msg.Screen == kit.Runner(a) {
			return a.ended(msg)
		}
	}
	return nil
}

// ended turns the screen into the result, and informs all other screens that
// the host changed.
func (a *Apply) ended(msg kit.AppliedMsg) tea.Cmd {
	a.kill()
	a.sh.Applying = nil
	a.result = newResult(a.sh, a.plan, a.decls, msg.Report, msg.Err)
	a.result.back, a.result.filter = a.back, a.filter
	if a.back.undo != nil {
		a.result.back.cannot = msg.Cannot
	}
	a.result.killed, a.result.run = a.killed, msg.Run
	a.logged(msg.Report)
	a.sh.AnyApplied, a.sh.AllApplied = true, msg.Err == nil && len(a.result.rest()) == 0
	for _, s := range a.result.steps() {
		if s.Status.OK() {
			a.sh.Basket.MarkApplied(*s.Decl)
		}
	}
	changed := func() tea.Msg { return kit.ChangedMsg{} }
	if !a.killed {
		return changed
	}
	return tea.Batch(changed, tea.Quit)
}

// emit passes an event of the run to the screen.
func (a *Apply) emit(ev transaction.Event) { a.put(func() { a.happened(ev) }) }

// put passes a function to the screen. If the program has ended, it drops it,
// because the apply must not wait.
func (a *Apply) put(took func()) {
	select {
	case a.events <- took:
	case <-a.gone:
	}
}

// next waits for the next events and returns all that are there.
func (a *Apply) next() tea.Cmd {
	return func() tea.Msg {
		ev, ok := <-a.events
		if !ok {
			return nil
		}
		events := []func(){ev}
		for len(events) < cap(a.events) {
			select {
			case ev, ok := <-a.events:
				if !ok {
					return applyEventsMsg{a, events}
				}
				events = append(events, ev)
			default:
				return applyEventsMsg{a, events}
			}
		}
		return applyEventsMsg{a, events}
	}
}
