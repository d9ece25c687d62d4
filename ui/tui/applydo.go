package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// busy is true while the apply runs.
func (a *apply) busy() bool { return a.result == nil }

// running is what all other screens say of it: "applying 3 of 6".
func (a *apply) running() safe.Text {
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

// inHand names the command that runs, or the step.
func (a *apply) inHand() string {
	if tool := a.tool(); tool != "" {
		return string(tool)
	}
	return "the change in hand"
}

func (a *apply) begun() time.Time { return a.began }
func (a *apply) stopping() bool   { return a.killed }
func (a *apply) stopNow()         { a.kill() }

// carried is the plan once it was carried out, nil before.
func (a *apply) carried() *transaction.Plan {
	if a.result == nil {
		return nil
	}
	return a.plan
}

// summary is the result in a sentence, and whether something is left to be done.
func (a *apply) summary() (said string, needs bool) {
	return a.words, len(a.result.rest()) > 0 || a.result.err != nil
}

// unseen is the result for those who left before it, "" once it was seen.
func (a *apply) unseen() string {
	if a.result != nil && !a.killed {
		return ""
	}
	return a.words + a.left
}

// stillRuns is said to whoever would leave.
const stillRuns = "an apply is running; ctrl+c stops it after this step"

func (a *apply) disabled(in keys.Intent) string {
	if a.result != nil {
		return a.result.disabled(in)
	}
	switch in {
	case keys.Back:
		if a.filter.text() != "" || a.filter.typing() {
			return ""
		}
		return stillRuns
	case keys.Quit:
		return stillRuns
	case keys.NextPane, keys.PreviousPane, keys.PaneNarrower, keys.PaneWider, keys.Open, keys.Why, keys.Copy, keys.ShowCommand:
		return "an apply is running"
	}
	return ""
}

func (a *apply) do(in keys.Intent) (tea.Cmd, bool) {
	if a.result != nil {
		return a.result.do(in)
	}
	if a.filter.do(in) {
		return nil, true
	}
	switch in {
	case keys.Interrupt:
		return a.interrupt()
	case keys.Back, keys.Quit:
		return sayUnavailable(safe.Clean(a.sh.keys.Key(in)) + ": " + stillRuns), true
	case keys.MoveUp, keys.PreviousValue:
		a.move(-1)
	case keys.MoveDown, keys.NextValue:
		a.move(1)
	case keys.PageUp:
		a.move(-a.scroll.page())
	case keys.PageDown:
		a.move(a.scroll.page())
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

func (a *apply) move(n int) {
	a.follow = false
	a.at = a.filter.moved(a.at, n, len(a.steps))
}

// interrupt lets the step in hand end; the second time its command is stopped:
// TERM, after a while KILL. A third is left to the root, which leaves.
func (a *apply) interrupt() (tea.Cmd, bool) {
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
