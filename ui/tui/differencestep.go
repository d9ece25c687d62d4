package tui

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

// drawnStep is a step with what takes time to make of it, made once.
type drawnStep struct {
	step    *transaction.Step
	changes []drawnChange
	since   safe.Text // what moved since an earlier plan, where no change tells it
	back    safe.Text // which step of a run it takes back, "" for none
	lost    string    // what an undo cannot bring back of it, "" for nothing
	refused bool      // and by whom, which may be long
}

// drawnChange is one property: as a pair of values, or as hunks of a content.
type drawnChange struct {
	change transaction.Change
	pair   []widget.DiffLine
	hunks  []widget.Hunk
	note   safe.Text // in place of hunks: not text, too large

	since      safe.Text     // what it was in an earlier plan, if it is not so any more
	sinceHunks []widget.Hunk // of a content, from there to what it is
}

// compareFor is how long the comparison of one content may take.
const compareFor = 300 * time.Millisecond

// drawSteps prepares a plan for the screen. It is the work of a command.
func drawSteps(steps []*transaction.Step) []drawnStep {
	drawn := make([]drawnStep, len(steps))
	for i, s := range steps {
		drawn[i].step, drawn[i].lost = s, notUndoable(s)
		for _, c := range s.Changes {
			drawn[i].changes = append(drawn[i].changes, drawChange(s, c))
		}
	}
	return drawn
}

func drawChange(s *transaction.Step, c transaction.Change) drawnChange {
	d := drawnChange{change: c}
	if is, should, ok := contents(s, c); ok {
		d.hunks, d.note = widget.Contents(is, should, 1, compareFor)
		return d
	}
	should := showShould(s.Resource, c)
	if c.Part {
		d.pair = widget.Pair("", should)[1:]
		return d
	}
	d.pair = twoLines(c, showWas(s.Resource, c), should)
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

// contents are both sides of a change of a text of several lines: what is
// written, where the plan has it, else the values themselves.
func contents(s *transaction.Step, c transaction.Change) (is, should string, ok bool) {
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

func showWas(r *ral.Resource, c transaction.Change) safe.Text {
	if c.Is.IsUnknown() {
		return "not known: " + safe.Clean(c.Is.Reason())
	}
	return safe.Clean(model.ShowIs(r, c.Attr, c.Is))
}

func showShould(r *ral.Resource, c transaction.Change) safe.Text {
	return safe.Clean(model.ShowShould(r, c.Attr, c.Should))
}
