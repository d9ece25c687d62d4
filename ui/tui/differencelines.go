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

// planPaper writes a plan as lines of a width.
type planPaper struct {
	width   int
	name    int    // column of names
	side    int    // column of - and +
	why     int    // column of the reason of the order; 0 is at the right
	sides   bool   // what is stands beside what should be
	leftOut string // why the step in hand is left out, "" when it is not
	lost    bool   // steps say what an undo cannot bring back: the question may have no room for it
	lines   []frame.Line
	starts  []int // the first line of each step
}

func newPlanPaper(steps []drawnStep, width int, sides bool) *planPaper {
	p := &planPaper{width: width, sides: sides, name: frame.Margin + len(fmt.Sprint(len(steps))) + 1}
	if width >= frame.SplitWidth {
		p.name++
		p.why = 66 * width / 120
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
	p.side = p.name + min(longest, width/3) + 2
	if width < frame.NarrowWidth {
		p.side = p.name + 12
	}
	return p
}

// planLines is a whole plan, in one column or with both sides beside each other;
// starts are the first lines of its steps.
func planLines(steps []drawnStep, width int, sides bool) (lines []frame.Line, starts []int) {
	p := newPlanPaper(steps, width, sides)
	for i, s := range steps {
		p.starts = append(p.starts, len(p.lines))
		p.step(s, i)
	}
	return p.lines, p.starts
}

func (p *planPaper) put(row frame.Row) { p.lines = append(p.lines, row) }

func (p *planPaper) step(d drawnStep, i int) {
	s := d.step
	p.leftOut = s.LeftOut()
	row := frame.Row{Sign: stepSign(s), Sure: theme.Muted}
	at := frame.Slot{Col: frame.Margin}
	if p.why > 0 {
		at.Width = p.why - frame.Margin - 2
	}
	number := safe.Clean(fmt.Sprint(s.N)).Pad(p.name - frame.Margin)
	row.Cells = []frame.Cell{{At: at, Text: number + words.Step(s)}}
	switch why := d.why(i); {
	case p.why > 0:
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(p.why), Text: why, Style: theme.Muted})
	default:
		row.Evidence = why
	}
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
	for i := range s.Results {
		p.act(words.Act(s.Results[i].View(s.Certainty())))
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
func (p *planPaper) act(t safe.Text) {
	col := p.name
	for _, part := range wrapped(t, p.width-p.name-2) {
		p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(col), Text: part}}})
		col = p.name + 2
	}
}
