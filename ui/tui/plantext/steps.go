package plantext

import (
	"time"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Step is a step with computed differences.
type Step struct {
	Step    *transaction.Step
	Changes []Change
	Since   safe.Text // the drift since an earlier plan that no change shows
	undoes  safe.Text // which step of a run it undoes; "" for none
	Lost    string    // what undo cannot restore; "" for nothing
}

// Change is the change of a property: a pair of values, or the hunks of a
// content.
type Change struct {
	change transaction.Change
	pair   []widget.DiffLine
	hunks  []widget.Hunk
	note   safe.Text // instead of hunks: not text, too large

	since      safe.Text     // its value in an earlier plan, if it changed
	sinceHunks []widget.Hunk // hunks from a content in an earlier plan to the current one
}

// CompareTimeout is the time limit for comparing a content.
const CompareTimeout = 300 * time.Millisecond

// Draw prepares a plan for the screen. It is slow and must run in a command.
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
	if is, should, ok := words.Contents(s, c); ok {
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

// twoLines returns the lines of both values. Only strings are compared by
// characters, because common characters of symbols or numbers have no meaning.
func twoLines(c transaction.Change, is, should safe.Text) []widget.DiffLine {
	if c.Is.Kind() == value.String && c.Should.Kind() == value.String {
		return widget.Pair(is, should)
	}
	return []widget.DiffLine{
		{Side: widget.Is, Spans: []frame.Span{{Text: is}}},
		{Side: widget.Should, Spans: []frame.Span{{Text: should}}},
	}
}

// WasText returns the value before a change. Secrets are redacted.
func WasText(r *ral.Resource, c transaction.Change) safe.Text {
	if c.Is.IsUnknown() {
		return "unknown: " + safe.Clean(c.Is.Reason())
	}
	return safe.Clean(notation.ShowIsOf(r, c.Attr, c.Is))
}

// ShouldText returns the value after a change. Secrets are redacted.
func ShouldText(r *ral.Resource, c transaction.Change) safe.Text {
	return safe.Clean(notation.ShowShould(r, c.Attr, c.Should))
}
