package tui

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// planLook is how a plan is written as lines.
type planLook struct {
	width int
	sides bool // what is stands beside what should be
	marks bool // marks below changed characters, where a look cannot tell them
	tall  bool // an empty row between two steps
}

// sureWidth is the room for how sure a change is, at the right.
const sureWidth = 20

// planPaper writes a plan as lines of a width.
type planPaper struct {
	planLook
	wide    bool
	name    int    // column of names
	side    int    // column of what is
	right   int    // column of what should be, where it stands beside what is
	leftOut string // why the step in hand is left out, "" when it is not
	lost    bool   // steps say what an undo cannot bring back: the question may have no room for it
	lines   []frame.Line
	starts  []int // the first line of each step
}

func newPlanPaper(steps []drawnStep, look planLook) *planPaper {
	p := &planPaper{planLook: look, wide: look.width >= frame.NarrowWidth, name: frame.Margin + len(fmt.Sprint(len(steps))) + 1}
	if p.wide {
		p.name++
	}
	longest, lost := 16, 0
	for _, s := range steps {
		if s.lost != "" {
			lost++
			p.lost = p.lost || s.refused
		}
		for _, c := range s.changes {
			longest = max(longest, len(c.change.Attr.Name))
		}
	}
	p.lost = p.lost || lost > 1
	p.side = p.name + min(longest, p.width/3) + 1
	if !p.wide {
		p.side = p.name + 12
	}
	p.right = p.side + max(12, min((p.width-p.side-sureWidth)/2, 48))
	return p
}

// planLines is a whole plan; starts are the first lines of its steps.
func planLines(steps []drawnStep, look planLook) (lines []frame.Line, starts []int) {
	p := newPlanPaper(steps, look)
	for i, s := range steps {
		if p.tall && i > 0 {
			p.lines = append(p.lines, nil)
		}
		p.starts = append(p.starts, len(p.lines))
		p.step(s, i)
	}
	return p.lines, p.starts
}

func (p *planPaper) put(row frame.Row) { p.lines = append(p.lines, row) }

func (p *planPaper) step(d drawnStep, i int) {
	s := d.step
	p.leftOut = s.LeftOut()
	row := frame.Row{Sign: stepSign(s), Sure: theme.Muted, Evidence: d.why(i)}
	number := safe.Clean(fmt.Sprint(s.N)).Pad(p.name - frame.Margin)
	row.Cells = []frame.Cell{{At: frame.At(frame.Margin), Text: number, Style: theme.Muted, More: []frame.Span{
		{Text: safe.Clean(s.Decl.Type) + " ", Style: theme.Muted}, {Text: safe.Clean(s.Decl.Title), Style: theme.Strong},
	}}}
	p.put(row)
	if d.since != "" {
		p.sentence(frame.SignMoved, "moved since the plan: "+d.since)
	}
	for _, c := range d.changes {
		p.change(s, c)
	}
	for _, diag := range s.Dropped {
		if diag.Kind == ral.Dropped {
			p.sentence(frame.SignCannot, safe.Clean(diag.Message))
		}
	}
	if len(s.Refresh) > 0 {
		p.sentence(frame.NoSign, safe.Clean("refreshed by "+strings.Join(s.Refresh, ", ")))
	}
	for _, act := range s.ActViews() {
		p.act(act)
	}
	if s.BatchLeader != nil {
		p.sentence(frame.NoSign, safe.Clean("with "+s.BatchLeader.Ref()))
	}
	switch {
	case s.Status == transaction.Skipped:
		p.sentence(frame.SignCannot, safe.Clean("left out: needs "+strings.Join(s.Needs, ", ")+", which cannot be planned"))
	case s.Err != nil:
		p.sentence(frame.SignNeeds, safe.Clean(s.Err.Error()))
	case s.Status == transaction.InSync && s.Until > 0:
		p.sentence(frame.NoSign, safe.Clean(fmt.Sprintf("in sync now, unknown until %d", s.Until)))
	case s.Status == transaction.InSync && len(s.Changes) == 0:
		p.sentence(frame.NoSign, "in sync, nothing to do")
	case s.Until > 0:
		p.sentence(frame.NoSign, safe.Clean(fmt.Sprintf("what is in sync of it is unknown until %d", s.Until)))
	}
	if p.lost && d.lost != "" {
		p.sentence(frame.NoSign, safe.Clean("undo cannot bring back "+strings.TrimSuffix(d.lost, " of "+string(words.Step(s)))))
	}
}

// sentence is a row of text under a step, as long as it needs.
func (p *planPaper) sentence(sign frame.Sign, t safe.Text) {
	for i, part := range wrapped(t, p.width-p.name) {
		row := frame.Row{Cells: []frame.Cell{{At: frame.At(p.name), Text: part}}}
		if i == 0 {
			row.Sign = sign
		}
		p.put(row)
	}
}

// act is a command or a write; it is never cut, since it is the very thing one
// says yes to.
func (p *planPaper) act(act transaction.ActView) {
	verb, rest := words.ActParts(act)
	if verb != "" {
		verb += " "
	}
	for i, part := range wrapped(rest, p.width-p.name-max(2, verb.Width())) {
		if i > 0 {
			verb = safe.Blank(2)
		}
		p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(p.name), Text: verb, Style: theme.Accent, More: []frame.Span{{Text: part, Style: theme.Name}}}}})
	}
}
