package edit

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/widget"
)

// livePlan is the plan of the typed values, made in the background. Plans are
// made one after the other: a provider that does not answer delays the next
// plan, but never a key.
type livePlan struct {
	gen    int // incremented with each edit
	cancel context.CancelFunc
	works  bool // a plan is being made
	due    bool // another plan is needed after it
	shown  int  // the gen of steps and err
	steps  []*transaction.Step
	err    error
	took   time.Duration
	liveText
}

// liveText describes a text of several lines, computed in the background: the
// difference to the current text, its changed lines, and counts.
type liveText struct {
	hunks   []widget.Hunk
	note    safe.Text
	changed map[int]bool // by line number
	counts  textCounts
}

func newLiveText(is, should string) liveText {
	t := liveText{changed: make(map[int]bool), counts: countText(should)}
	t.hunks, t.note = widget.Contents(is, should, 1, plantext.CompareTimeout)
	for _, h := range t.hunks {
		for _, line := range h.Lines {
			if line.Side == widget.Should {
				t.changed[line.New] = true
			}
		}
	}
	return t
}

// liveRest is the pause in typing after which the plan is made.
const liveRest = 150 * time.Millisecond

type (
	// liveDueMsg is sent liveRest after an edit.
	liveDueMsg struct {
		screen *Screen
		gen    int
	}
	// livePlanMsg is the plan of the typed values, or the error.
	livePlanMsg struct {
		screen *Screen
		gen    int
		steps  []*transaction.Step
		err    error
		took   time.Duration
		text   liveText
	}
)

// stale records an edit, and cancels a running plan.
func (e *Screen) stale() tea.Cmd {
	l := &e.live
	l.gen++
	if l.cancel != nil {
		l.cancel()
	}
	return e.sh.Wait(liveRest, liveDueMsg{e, l.gen})
}

// replan plans the typed values in the background.
func (e *Screen) replan() tea.Cmd {
	l := &e.live
	if l.works {
		l.due = true
		return nil
	}
	l.due = false
	if e.lines == nil {
		l.liveText = liveText{}
	}
	if !e.ready || e.reading || !e.edited() || len(e.check.General) > 0 {
		l.shown, l.steps, l.err = l.gen, nil, nil
		if e.lines == nil {
			return nil
		}
		gen, is, should := l.gen, e.shown(), e.lines.text()
		return func() tea.Msg { return livePlanMsg{screen: e, gen: gen, text: newLiveText(is, should)} }
	}
	l.works = true
	ctx, cancel := context.WithCancel(e.sh.Ctx)
	l.cancel = cancel
	gen, session, decls := l.gen, e.sh.Session, e.valid(e.planned())
	lines := e.lines != nil
	var is, should string
	if lines {
		is, should = e.shown(), e.lines.text()
	}
	return func() tea.Msg {
		defer cancel()
		var text liveText
		if lines {
			text = newLiveText(is, should)
		}
		plan, err := session.Plan(ctx, decls...)
		if err != nil {
			return livePlanMsg{screen: e, gen: gen, err: err, text: text}
		}
		return livePlanMsg{e, gen, plan.Steps, nil, plan.Elapsed, text}
	}
}

// valid removes invalid values from declarations, so that the rest can be
// planned.
func (e *form) valid(decls []ral.Decl) []ral.Decl {
	bad := func(a ral.Attr) bool {
		for i := range e.fields() {
			if f := e.nth(i); f.Attr.Name == a.Name && f.State == draft.FieldInvalid {
				return true
			}
		}
		return false
	}
	decls = slices.Clone(decls)
	for i, d := range decls {
		if e.declares(d) {
			decls[i].Attrs = slices.DeleteFunc(slices.Clone(d.Attrs), bad)
		}
	}
	return decls
}

// declares reports whether a declaration is of a draft of this editor.
func (e *form) declares(d ral.Decl) bool {
	return slices.ContainsFunc(e.drafts(), func(own *draft.Draft) bool { return own.Type.Name == d.Type && own.Title == d.Title })
}

// planLive handles messages of the live plan.
func (e *Screen) planLive(msg tea.Msg) tea.Cmd {
	l := &e.live
	switch msg := msg.(type) {
	case liveDueMsg:
		if msg.gen == l.gen {
			return tea.Batch(e.replan(), e.complete(), e.readWherePlaced())
		}
	case livePlanMsg:
		l.works, l.cancel = false, nil
		if msg.gen == l.gen {
			l.shown, l.steps, l.err, l.took = msg.gen, msg.steps, msg.err, msg.took
			l.liveText = msg.text
		}
		if l.due {
			return e.replan()
		}
	}
	return nil
}

// own returns the steps of the plan for the drafts of the editor.
func (e *plannedForm) own() []*transaction.Step {
	var own []*transaction.Step
	for _, s := range e.live.steps {
		if e.declares(*s.Decl) {
			own = append(own, s)
		}
	}
	return own
}

// answer is a message of the host about a valid value: that the change would be
// rejected, or a note.
type answer struct {
	text    string
	refuses bool
}

// answer returns the message about a field. It is zero without a message, and
// while the plan is not known.
func (e *plannedForm) answer(f draft.Field) answer {
	if e.live.shown != e.live.gen || e.each != nil {
		return answer{}
	}
	for _, s := range e.own() {
		for _, c := range s.Changes {
			if a := answerOf(c, f.Attr.Name); a.text != "" {
				return a
			}
		}
	}
	return answer{}
}

// failing returns the fields with values that the host would reject.
func (e *plannedForm) failing() (names []string) {
	for i := range e.fields() {
		if f := e.nth(i); e.answer(f).refuses {
			names = append(names, f.Attr.Name)
		}
	}
	return names
}

// answerOf returns the message of a planned change about an attribute. An error
// about a different attribute names that attribute.
func answerOf(c transaction.Change, attr string) answer {
	about := c.Attr.Name
	if c.Err != nil {
		if of, ok := errors.AsType[*ral.AttributeError](c.Err); ok {
			about = of.Attr
		}
		if about == attr {
			return answer{c.Err.Error(), true}
		}
		return answer{}
	}
	if about == attr && !c.Part {
		return answer{text: c.Note}
	}
	return answer{}
}
