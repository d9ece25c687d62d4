package change

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Busy is true while the apply runs.
func (a *Apply) Busy() bool { return a.result == nil }

// Running is what all other screens say of it: "applying 3 of 6".
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
	return "applying " + widget.Count(min(ended+1, max(1, len(a.steps)))) + " of " + widget.Count(len(a.steps))
}

// InHand names the command that runs, or the step.
func (a *Apply) InHand() string {
	if tool := a.tool(); tool != "" {
		return string(tool)
	}
	return "the change in hand"
}

// Begun is when it began.
func (a *Apply) Begun() time.Time { return a.began }
func (a *Apply) Stopping() bool   { return a.killed }
func (a *Apply) StopNow()         { a.kill() }

// Carried is the plan once it was carried out, nil before.
func (a *Apply) Carried() *transaction.Plan {
	if a.result == nil {
		return nil
	}
	return a.plan
}

// Summary is the result in a sentence, and whether something is left to be done.
func (a *Apply) Summary() (said string, needs bool) {
	return a.words, len(a.result.rest()) > 0 || a.result.err != nil
}

// Unseen is the result for those who left before it, "" once it was seen.
func (a *Apply) Unseen() string {
	if a.result != nil && !a.killed {
		return ""
	}
	return a.words + a.left
}

func (a *Apply) Disabled(in keys.Intent) string {
	if a.result != nil {
		return a.result.disabled(in)
	}
	switch in {
	case keys.Back:
		if a.filter.Text() != "" || a.filter.Typing() {
			return ""
		}
		return kit.StillRuns
	case keys.Quit:
		return kit.StillRuns
	case keys.NextPane, keys.PreviousPane, keys.PaneNarrower, keys.PaneWider, keys.Open, keys.Why, keys.Copy, keys.ShowCommand:
		return "an apply is running"
	}
	return ""
}

func (a *Apply) Do(in keys.Intent) (tea.Cmd, bool) {
	if a.result != nil {
		return a.result.do(in)
	}
	if a.filter.Do(in) {
		return nil, true
	}
	switch in {
	case keys.Interrupt:
		return a.interrupt()
	case keys.Back, keys.Quit:
		return kit.SayUnavailable(safe.Clean(a.sh.Keys.Key(in)) + ": " + kit.StillRuns), true
	case keys.MoveUp, keys.PreviousValue:
		a.step(-1)
	case keys.MoveDown, keys.NextValue:
		a.step(1)
	case keys.PageUp:
		a.step(-a.scroll.Page())
	case keys.PageDown:
		a.step(a.scroll.Page())
	case keys.MoveFirst:
		a.move(-len(a.steps))
	case keys.MoveLast:
		a.follow = true
		a.at = max(a.now, 0)
	case keys.Zoom:
		a.all = !a.all
	default:
		return nil, false
	}
	return nil, true
}

// step goes so many steps on, or through the rows of one that is higher than the screen.
func (a *Apply) step(n int) {
	if a.follow = false; !a.scroll.Within(n) {
		a.move(n)
	}
}

func (a *Apply) move(n int) {
	a.follow = false
	a.at = a.filter.moved(a.at, n, len(a.steps))
}

// interrupt lets the current step end; the second time its command is stopped:
// TERM, after a while KILL. A third is left to the root, which leaves.
func (a *Apply) interrupt() (tea.Cmd, bool) {
	switch {
	case !a.asked:
		a.asked = true
		a.halt()
	case !a.killed:
		a.killed = true
		a.kill()
	default:
		return nil, false
	}
	return nil, true
}
