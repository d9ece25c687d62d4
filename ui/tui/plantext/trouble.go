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

// trouble is what is to be known of a step that is not as it should be: the
// command, the last it said, what is so now, and what would help.
func (c Columns) trouble(s *transaction.Step) []frame.Line {
	var lines []frame.Line
	for _, act := range s.OffPlan {
		lines = append(lines, c.Step(frame.SignMoved, "", "ran otherwise than planned: "+safe.Clean(act.String()), "")...)
	}
	if s.Status.OK() {
		return lines
	}
	lines = append(lines, c.said(s)...)
	if s.Now == nil {
		lines = append(lines, c.Below("now: not known, it was not read again")...)
	}
	for _, ch := range s.Changes {
		if s.Now == nil || ch.Part || Taken(s, ch) {
			continue
		}
		lines = append(lines, c.Below("now: "+NowWords(s, ch))...)
	}
	return append(lines, c.Below(tryWords(c.Sh, s))...)
}

// tryWords are what would help a step that is not as it should be.
func tryWords(sh *kit.Shared, s *transaction.Step) safe.Text {
	d := s.FailedCommand()
	switch {
	case d != nil && d.Result.Signal != "", errors.Is(s.Err, context.Canceled):
		return sh.Spell("it was cut off; {apply} plans again what is left of it")
	case s.Status == transaction.NotBegun:
		return sh.Spell("try: {apply} plans again what was not begun")
	case s.Status == transaction.DidNotTake:
		return sh.Spell("try: find out why the change had no effect, then press {apply} to plan again")
	}
	return sh.Spell("try: fix the cause, then press {apply} to plan again")
}

// culprit is the command that is behind the trouble of a step, nil for none.
func culprit(s *transaction.Step) *transaction.ActResult {
	d := s.FailedCommand()
	for i, ch := range s.Changes {
		if d == nil && ch.Status == transaction.DidNotTake {
			d = s.CommandOf(i)
		}
	}
	return d
}

// said is the command that is behind the trouble and its last lines.
func (c Columns) said(s *transaction.Step) []frame.Line {
	d := culprit(s)
	if d == nil {
		if s.Err == nil {
			return nil
		}
		return c.Below(safe.Clean(s.Err.Error()))
	}
	lines := c.Below(words.Done(d))
	if d.Act.Secret {
		return lines
	}
	for _, text := range d.Result.Tail(c.Tail + 1) {
		lines = append(lines, c.Below(safe.Clean(strings.TrimRight(text, "\r")))...)
	}
	return lines
}

// NowWords is what a property is after a change that failed: "ensure is absent,
// as before".
func NowWords(s *transaction.Step, ch transaction.Change) safe.Text {
	t := safe.Clean(ch.Attr.Name) + " is " + nowText(s, ch)
	switch {
	case ch.Status == transaction.DidNotTake:
		return t + ", so is and should still differ"
	case ch.Now.Equal(ch.Is):
		return t + ", as before"
	}
	return t
}
