package tui

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// change is one property: what it is, what it should be, and how sure that is.
func (p *planPaper) change(s *transaction.Step, d drawnChange) {
	c := d.change
	p.moved(d)
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
	var note []frame.Row
	if p.sides {
		for i, beside := range p.beside(d.pair, p.side, 0) {
			row.Cells = append(row.Cells, beside.Cells...)
			if i == 0 {
				note = p.should(row, c)
			} else {
				p.put(row)
			}
			row = frame.Row{}
		}
	} else {
		note = p.pair(row, d)
	}
	for _, row := range note {
		p.put(row)
	}
	for _, also := range c.Also {
		col := p.side + 2
		for _, part := range wrapped("also "+safe.Clean(also), p.width-col) {
			p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(col), Text: part}}})
		}
	}
	p.fault(s, c)
}

// fault is why a change cannot be planned, told once where several have one reason.
func (p *planPaper) fault(s *transaction.Step, c transaction.Change) {
	i := slices.IndexFunc(s.Changes, func(own transaction.Change) bool { return own.Attr == c.Attr && own.Part == c.Part })
	if i < 0 || c.Err == nil {
		return
	}
	switch names := s.FaultOf(i); {
	case len(names) > 1:
		p.sentence(frame.SignNeeds, safe.Clean(strings.Join(names, ", ")+": "+c.Err.Error()))
	case len(names) == 1:
		p.sentence(frame.SignNeeds, safe.Clean(c.Err.Error()))
	}
}

// pair is what is above what should be, with the marks of what differs right below
// that; what belongs behind both is returned.
func (p *planPaper) pair(row frame.Row, d drawnChange) (note []frame.Row) {
	for _, line := range d.pair {
		row.Cells = append(row.Cells, line.Cells(p.side, 0)...)
		if line.Side == widget.Should {
			note = append(note, p.should(row, d.change)...)
		} else {
			p.put(row)
		}
		row = frame.Row{}
	}
	return note
}

func (p *planPaper) property(c transaction.Change) frame.Cell {
	return frame.Cell{At: frame.Slot{Col: p.name, Width: p.side - p.name - 1}, Text: safe.Clean(c.Attr.Name)}
}

// should is the row of the desired value, with what the tool said of it and how
// sure that is. What was said is returned where the row has no room for it.
func (p *planPaper) should(row frame.Row, c transaction.Change) (note []frame.Row) {
	if c.Status != transaction.Blocked && p.leftOut == "" {
		row.Evidence, row.Sure = sure(c)
	}
	last := &row.Cells[len(row.Cells)-1]
	said := safe.Clean(c.Note)
	room := p.width - last.At.Col - last.Width() - row.Evidence.Width() - 3
	switch {
	case said == "":
	case said.Width() <= room:
		last.More = append(last.More, frame.Span{Text: ": " + said})
	default:
		for _, part := range wrapped(said, p.width-last.At.Col) {
			note = append(note, frame.Row{Cells: []frame.Cell{{At: frame.At(last.At.Col), Text: part}}})
		}
	}
	p.put(row)
	return note
}

// lineNumbers is the width of the numbers before the lines of a text: that of the
// longest, and of four digits at least.
func lineNumbers(hunks []widget.Hunk) int {
	width := 4
	for _, h := range hunks {
		for _, line := range h.Lines {
			width = max(width, widget.Count(line.Number()).Width())
		}
	}
	return width
}

// content is a file's text as hunks; narrow, without the lines around.
func (p *planPaper) content(d drawnChange) {
	at := p.name + max(8, len(d.change.Attr.Name)+1)
	if p.why > 0 {
		at++
	}
	head := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: p.name, Width: at - p.name - 1}, Text: safe.Clean(d.change.Attr.Name)}}}
	if p.leftOut == "" {
		head.Evidence, head.Sure = sure(d.change)
	}
	if len(d.hunks) == 0 {
		head.Cells = append(head.Cells, frame.Cell{At: frame.At(at), Text: d.note})
		p.put(head)
		return
	}
	numbers := lineNumbers(d.hunks)
	for _, h := range d.hunks {
		head.Cells = append(head.Cells, frame.Cell{At: frame.At(at), Text: h.Head, Style: theme.Muted})
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
