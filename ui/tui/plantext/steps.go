package plantext

import (
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// Step is a step with what takes time to make of it, made once.
type Step struct {
	Step    *transaction.Step
	Changes []Change
	Since   safe.Text // what moved since an earlier plan, where no change shows it
	back    safe.Text // which step of a run it takes back, "" for none
	Lost    string    // what an undo cannot bring back of it, "" for nothing
	Refused bool      // and by whom, which may be long
}

// Change is one property: as a pair of values, or as hunks of a content.
type Change struct {
	change transaction.Change
	pair   []widget.DiffLine
	hunks  []widget.Hunk
	note   safe.Text // in place of hunks: not text, too large

	since      safe.Text     // what it was in an earlier plan, if it is not so any more
	sinceHunks []widget.Hunk // of a content, from there to what it is
}

// CompareTimeout is how long the comparison of one content may take.
const CompareTimeout = 300 * time.Millisecond

// Draw prepares a plan for the screen. It is the work of a command.
func Draw(steps []*transaction.Step) []Step {
	drawn := make([]Step, len(steps))
	for i, s := range steps {
		drawn[i].Step, drawn[i].Lost = s, notUndoable(s)
		for _, c := range s.Changes {
			drawn[i].Changes = append(drawn[i].Changes, drawChange(s, c))
		}
	}
	return drawn
}

func drawChange(s *transaction.Step, c transaction.Change) Change {
	d := Change{change: c}
	if is, should, ok := Contents(s, c); ok {
		d.hunks, d.note = widget.Contents(is, should, 1, CompareTimeout)
		return d
	}
	should := ShouldText(s.Resource, c)
	if c.Part {
		d.pair = widget.Pair("", should)[1:]
		return d
	}
	d.pair = twoLines(c, WasText(s.Resource, c), should)
	return d
}

// twoLines are is and should. Only texts are compared by characters: what a
// symbol or a number shares with another one says nothing.
func twoLines(c transaction.Change, is, should safe.Text) []widget.DiffLine {
	if c.Is.Kind() == value.String && c.Should.Kind() == value.String {
		return widget.Pair(is, should)
	}
	return []widget.DiffLine{
		{Side: widget.Is, Spans: []frame.Span{{Text: is}}},
		{Side: widget.Should, Spans: []frame.Span{{Text: should}}},
	}
}

// Contents are both sides of a change of a text of several lines: what is
// written, where the plan has it, else the values themselves.
func Contents(s *transaction.Step, c transaction.Change) (is, should string, ok bool) {
	if c.Is.IsSecret() || c.Should.IsSecret() || c.Is.IsUnknown() || c.Attr.Name == "ensure" {
		return "", "", false
	}
	if c.Attr.Name == "content" {
		for _, act := range s.ActViews() {
			if act.Kind == transaction.ActWrite {
				return string(act.Before), string(act.After), !act.Secret
			}
		}
	}
	should = c.Should.Text()
	if c.Is.Kind() == value.String {
		is = c.Is.Raw()
	}
	return is, should, strings.Contains(is, "\n") || strings.Contains(should, "\n")
}

// WasText is the value before a change, a secret redacted.
func WasText(r *ral.Resource, c transaction.Change) safe.Text {
	if c.Is.IsUnknown() {
		return "not known: " + safe.Clean(c.Is.Reason())
	}
	return safe.Clean(model.ShowIs(r, c.Attr, c.Is))
}

// ShouldText is the value after a change, a secret redacted.
func ShouldText(r *ral.Resource, c transaction.Change) safe.Text {
	return safe.Clean(model.ShowShould(r, c.Attr, c.Should))
}
