package plantext

import (
	"context"
	"errors"
	"strings"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// trouble describes a step that failed: the command, the end of its output, the
// current state, and a hint.
func (c Columns) trouble(s *transaction.Step) []frame.Line {
	var lines []frame.Line
	for _, act := range s.OffPlan {
		lines = append(lines, c.Step(frame.SignMoved, "", "ran, not as planned: "+safe.Clean(act.String()), "")...)
	}
	if s.Status.OK() {
		return lines
	}
	lines = append(lines, c.failedOutput(s)...)
	if s.Now == nil {
		lines = append(lines, c.below("now: unknown, not read again")...)
	}
	for _, ch := range s.Changes {
		if s.Now == nil || ch.Part || Taken(s, ch) {
			continue
		}
		lines = append(lines, c.below("now: "+NowWords(s, ch))...)
	}
	text, advice := hint(c.Sh, s)
	if advice {
		text = "try: " + text
	}
	return append(lines, c.below(text)...)
}

// hint returns the next action of the user after a failed step. advice reports
// whether the text is an advice.
func hint(sh *kit.Shared, s *transaction.Step) (text safe.Text, advice bool) {
	switch {
	case s.FailedCommand().Killed(), errors.Is(s.Err, context.Canceled):
		return sh.Spell("the step was interrupted; {apply} plans the rest"), false
	case s.Status == transaction.NotBegun:
		return sh.Spell("{apply} plans the remaining steps"), true
	case s.Status == transaction.DidNotTake:
		return sh.Spell("find out why the change had no effect, then press {apply} to plan again"), true
	}
	return sh.Spell("fix the cause, then press {apply} to plan again"), true
}

// culprit returns the command that caused the failure of a step, or nil.
func culprit(s *transaction.Step) *transaction.ActResult {
	d := s.FailedCommand()
	for i, ch := range s.Changes {
		if d == nil && ch.Status == transaction.DidNotTake {
			d = s.CommandOf(i)
		}
	}
	return d
}

// failedOutput returns the command that caused the failure, and the end of its output.
func (c Columns) failedOutput(s *transaction.Step) []frame.Line {
	d := culprit(s)
	if d == nil {
		if s.Err == nil {
			return nil
		}
		return c.below(safe.Clean(s.Err.Error()))
	}
	lines := c.below(words.Act(d))
	if d.Act.Secret {
		return lines
	}
	for _, text := range d.Result.Tail(c.Tail + 1) {
		lines = append(lines, c.below(safe.Clean(strings.TrimRight(text, "\r")))...)
	}
	return lines
}

// NowWords describes a property after a failed change: "ensure is absent, as
// before".
func NowWords(s *transaction.Step, ch transaction.Change) safe.Text {
	t := safe.Clean(ch.Attr.Name) + " is " + nowText(s, ch)
	switch {
	case ch.Status == transaction.DidNotTake:
		return t + ", not the desired value"
	case ch.Now.Equal(ch.Is):
		return t + ", as before"
	}
	return t
}
