package change

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// Busy reports whether the apply is running.
func (a *Apply) Busy() bool { return a.result == nil }

// Running returns the text for all other screens: "applying 3 of 6".
func (a *Apply) Running() safe.Text {
	if a.result != nil {
		return ""
	}
	ended := 0
	for _, s := range a.steps {
		if s.ended != nil {
			ended++
		}
	}
	return "applying " + words.Count(min(ended+1, max(1, len(a.steps)))) + " of " + words.Count(len(a.steps))
}

// InHand names the running command or step.
func (a *Apply) InHand() string {
	if tool := a.tool(); tool != "" {
		return string(tool)
	}
	return "the current change"
}

// Begun returns when the apply began.
func (a *Apply) Begun() time.Time { return a.began }
func (a *Apply) Stopping() bool   { return a.killed }
func (a *Apply) StopNow()         { a.kill() }

// Carried returns the plan, or nil while it is being applied.
func (a *Apply) Carried() *transaction.Plan {
	if a.result == nil {
		return nil
	}
	return a.plan
}

// Summary returns the result in a sentence, and whether anything remains to be
// done.
func (a *Apply) Summary() (text string, needs bool) {
	return a.words, len(a.result.rest()) > 0 || a.result.err != nil
}

// Unseen returns the result for users who quit before it, or "" if they saw it.
func (a *Apply) Unseen() string {
	if a.result != nil && !a.killed {
		return ""
	}
	return a.words + a.left
}

func (a *Apply) Do(in keys.Intent) (tea.Cmd, bool) {
	if a.result != nil {
		return a.result.do(in)
	}
	if a.filter.Do(in) || kit.MoveBy(in, a.scroll.Page(), a.moveBy) {
		return nil, true
	}
	return nil, false
}

func (a *Apply) Actions() kit.Actions {
	if a.result != nil {
		return a.result.actions()
	}
	stop := a.interrupt
	if a.killed {
		stop = nil // the root handles a third one, which quits
	}
	as := kit.Actions{
		{In: keys.MoveDown, Before: keys.MoveUp, Hint: "scroll"},
		{In: keys.Zoom, Hint: "show output", Do: kit.Sets(&a.all, !a.all)},
		{In: keys.Interrupt, Hint: a.stops(), Do: stop},
		{In: keys.Log, Hint: "show log"},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.OnlyFindings},
		{In: keys.MoveFirst, Do: kit.Does(func() { a.follow = false; a.move(-len(a.steps), len(a.steps)) })},
		{In: keys.MoveLast, Do: kit.Does(func() { a.follow, a.at = true, max(a.now, 0) })},
		{In: keys.Back, Disabled: kit.Unless(a.filter.Text() != "" || a.filter.Typing(), kit.StillRuns)},
		{In: keys.Quit, Disabled: kit.Because(kit.StillRuns)},
	}
	for _, in := range []keys.Intent{keys.NextPane, keys.PreviousPane, keys.PaneNarrower, keys.PaneWider, keys.Open, keys.Why, keys.Copy, keys.ShowCommand} {
		as = append(as, kit.Action{In: in, Disabled: kit.Because("an apply is running")})
	}
	return as
}

// moveBy moves the cursor, which no longer follows the apply.
func (a *Apply) moveBy(n int) {
	a.follow = false
	a.step(n, len(a.steps))
}

// interrupt lets the current step finish. The second time it stops its command
// with TERM, later KILL.
func (a *Apply) interrupt() tea.Cmd {
	if !a.asked {
		a.asked = true
		a.halt()
		return nil
	}
	a.killed = true
	a.kill()
	return nil
}
