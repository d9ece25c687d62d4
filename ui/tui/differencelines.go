package tui

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// planPaper writes a plan as lines of a width.
type planPaper struct {
	width  int
	name   int  // column of names
	side   int  // column of - and +
	why    int  // column of the reason of the order; 0 is at the right
	sides  bool // what is stands beside what should be
	lines  []frame.Line
	starts []int // the first line of each step
}

func newPlanPaper(steps []drawnStep, width int, sides bool) *planPaper {
	p := &planPaper{width: width, sides: sides, name: frame.Margin + len(fmt.Sprint(len(steps))) + 1}
	if width >= frame.SplitWidth {
		p.name++
		p.why = 66 * width / 120
	}
	longest := 16
	for _, s := range steps {
		for _, c := range s.changes {
			longest = max(longest, len(c.change.Attr.Name))
		}
	}
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
	row := frame.Row{Sign: stepSign(s), Sure: frame.Faint}
	at := frame.Slot{Col: frame.Margin}
	if p.why > 0 {
		at.Width = p.why - frame.Margin - 2
	}
	number := safe.Clean(fmt.Sprint(s.N)).Pad(p.name - frame.Margin)
	row.Cells = []frame.Cell{{At: at, Text: number + stepName(s)}}
	switch why := stepWhy(s, i); {
	case p.why > 0:
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(p.why), Text: why, Look: frame.Faint})
	default:
		row.Evidence = why
	}
	p.put(row)
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
	for _, act := range s.Acts() {
		p.act(safe.Clean(act.String()))
	}
	switch {
	case s.Status == transaction.Skipped:
		p.sentence(frame.SignCannot, safe.Clean("left out: needs "+strings.Join(s.Needs, ", ")+", which cannot be planned"))
	case s.Err != nil:
		p.sentence(frame.SignNeeds, safe.Clean(s.Err.Error()))
	case s.Status == transaction.InSync && len(s.Changes) == 0:
		p.sentence(frame.NoSign, "in sync, nothing to do")
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

func (p *planPaper) change(s *transaction.Step, d drawnChange) {
	c := d.change
	if d.pair == nil {
		p.content(d)
		return
	}
	row := frame.Row{Cells: []frame.Cell{p.property(c)}}
	if c.Certainty == ral.UnknownUntil {
		row.Sign = frame.SignUnknown
	}
	if c.Status == transaction.Blocked {
		row.Sign = frame.SignNeeds
	}
	if p.sides {
		for i, beside := range p.beside(d.pair, p.side, 0) {
			row.Cells = append(row.Cells, beside.Cells...)
			if i == 0 {
				p.should(row, c)
			} else {
				p.put(row)
			}
			row = frame.Row{}
		}
	} else {
		p.pair(row, d)
	}
	for _, also := range c.Also {
		p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(p.side + 2), Text: "also " + safe.Clean(also)}}})
	}
	if c.Err != nil {
		p.sentence(frame.SignNeeds, safe.Clean(c.Err.Error()))
	}
}

// pair is what is above what should be.
func (p *planPaper) pair(row frame.Row, d drawnChange) {
	for _, line := range d.pair {
		row.Cells = append(row.Cells, line.Cells(p.side, 0)...)
		if line.Side == widget.Should {
			p.should(row, d.change)
		} else {
			p.put(row)
		}
		row = frame.Row{}
	}
}

func (p *planPaper) property(c transaction.Change) frame.Cell {
	return frame.Cell{At: frame.Slot{Col: p.name, Width: p.side - p.name - 1}, Text: safe.Clean(c.Attr.Name)}
}

// should is the row of the desired value, with what the tool said of it and how
// sure that is.
func (p *planPaper) should(row frame.Row, c transaction.Change) {
	if c.Status != transaction.Blocked {
		row.Evidence, row.Sure = sure(c)
	}
	last := &row.Cells[len(row.Cells)-1]
	if c.Note == "" {
		p.put(row)
		return
	}
	note := safe.Clean(c.Note)
	room := p.width - last.At.Col - last.Width() - row.Evidence.Width() - 3
	if note.Width() <= room {
		last.More = append(last.More, frame.Span{Text: ": " + note})
		p.put(row)
		return
	}
	col := last.At.Col
	p.put(row)
	for _, part := range wrapped(note, p.width-col) {
		p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(col), Text: part}}})
	}
}

// content is a file's text as hunks; narrow, without the lines around.
func (p *planPaper) content(d drawnChange) {
	at := p.name + max(8, len(d.change.Attr.Name)+1)
	if p.why > 0 {
		at++
	}
	head := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: p.name, Width: at - p.name - 1}, Text: safe.Clean(d.change.Attr.Name)}}}
	head.Evidence, head.Sure = sure(d.change)
	if len(d.hunks) == 0 {
		head.Cells = append(head.Cells, frame.Cell{At: frame.At(at), Text: d.note})
		p.put(head)
		return
	}
	const numbers = 4
	for _, h := range d.hunks {
		head.Cells = append(head.Cells, frame.Cell{At: frame.At(at), Text: h.Head, Look: frame.Faint})
		p.put(head)
		head = frame.Row{}
		if p.sides {
			for _, row := range p.beside(h.Lines, p.name+2+numbers, numbers) {
				p.put(row)
			}
			continue
		}
		for _, line := range h.Lines {
			if p.why > 0 || line.Side != widget.Both {
				p.put(frame.Row{Cells: line.Cells(p.name+2+numbers, numbers)})
			}
		}
	}
}
