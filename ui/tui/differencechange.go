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
	"ralsh/ui/words"
)

// mostRows is in how many rows a value or a line of a content is shown; of a longer one
// the last is cut.
const mostRows = 12

// change is one property: what it is, what it should be, and how sure that is.
func (p *planPaper) change(s *transaction.Step, d drawnChange) {
	c := d.change
	p.moved(d)
	if d.pair == nil {
		p.content(d)
		return
	}
	is, should := p.cells(d)
	row := frame.Row{Cells: []frame.Cell{p.property(c)}}
	switch {
	case c.Status == transaction.Blocked:
		row.Sign = frame.SignNeeds
	case c.Certainty == ral.UnknownUntil && !p.sides:
		row.Sign = frame.SignUnknown
	}
	if !p.sides {
		for _, cell := range is {
			row.Cells = append(row.Cells, cell)
			p.put(row)
			row = frame.Row{}
		}
		is = nil
	}
	for i := range max(len(is), len(should)) {
		if i < len(is) {
			row.Cells = append(row.Cells, is[i])
		}
		if i < len(should) {
			row.Cells = append(row.Cells, should[i])
		}
		if i == 0 && c.Status != transaction.Blocked && p.leftOut == "" {
			row.Evidence, row.Sure = sure(c)
		}
		p.put(row)
		row = frame.Row{}
	}
	for _, also := range c.Also {
		p.under("also " + safe.Clean(also))
	}
	p.fault(s, c)
}

// cells are both sides of a change in rows, with what the tool said below the one that
// should be, or behind it where there is room.
func (p *planPaper) cells(d drawnChange) (is, should []frame.Cell) {
	at, wide, room := p.side, p.width-p.side, p.width-p.side
	if p.sides {
		at, wide, room = p.right, p.right-p.side-1, p.width-p.right
	}
	if d.change.Status != transaction.Blocked && p.leftOut == "" {
		text, _ := sure(d.change)
		room -= text.Width() + 3
	}
	for _, line := range d.pair {
		switch {
		case line.Marked():
			mark := frame.Cell{At: frame.At(p.side + 3), Text: line.Text(), Style: line.Spans[0].Style}
			switch {
			case !p.marks:
			case line.Of == widget.Is && len(is) == 1:
				is = append(is, mark)
			case line.Of == widget.Should && len(should) == 1:
				mark.At = frame.At(at + 3)
				should = append(should, mark)
			}
		case line.Side == widget.Is && d.change.Is.IsUnknown():
			mark := safe.Text(" ? ")
			for _, part := range wrapped(line.Text(), wide-4) {
				is = append(is, frame.Cell{At: frame.At(p.side), Text: mark, Style: theme.Info, More: []frame.Span{{Text: part, Style: theme.Muted}}})
				mark = safe.Blank(mark.Width())
			}
		case line.Side == widget.Is:
			is = line.Value(p.side, wide, mostRows)
		default:
			should = line.Value(at, room, mostRows)
		}
	}
	said := safe.Clean(d.change.Note)
	if said == "" || len(should) == 0 {
		return is, should
	}
	if last := &should[len(should)-1]; len(should) == 1 && (": "+said).Width() <= room-last.Width() {
		last.More = slices.Insert(last.More, len(last.More)-1, frame.Span{Text: ": " + said, Style: theme.AddedLine})
		return is, should
	}
	for _, part := range wrapped(said, p.width-at-3) {
		should = append(should, frame.Cell{At: frame.At(at + 3), Text: part})
	}
	return is, should
}

// under is a sentence below the desired value.
func (p *planPaper) under(t safe.Text) {
	col := p.side + 3
	if p.sides {
		col = p.right + 3
	}
	for _, part := range wrapped(t, p.width-col) {
		p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(col), Text: part}}})
	}
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

func (p *planPaper) property(c transaction.Change) frame.Cell {
	return frame.Cell{At: frame.Slot{Col: p.name, Width: p.side - p.name - 1}, Text: safe.Clean(c.Attr.Name)}
}

// lineNumbers is the width of the numbers before the lines of a text: that of the
// longest, and of four digits at least.
func lineNumbers(hunks []widget.Hunk) int {
	width := 4
	for _, h := range hunks {
		for _, line := range h.Lines {
			width = max(width, words.Count(line.Number()).Width())
		}
	}
	return width
}

// content is a file's text as hunks over the full width; narrow, without the lines
// around.
func (p *planPaper) content(d drawnChange) {
	at := p.name + max(8, len(d.change.Attr.Name)+1)
	head := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: p.name, Width: at - p.name - 1}, Text: safe.Clean(d.change.Attr.Name)}}}
	if p.leftOut == "" {
		head.Evidence, head.Sure = sure(d.change)
	}
	if len(d.hunks) == 0 {
		head.Cells = append(head.Cells, frame.Cell{At: frame.At(at), Text: d.note})
		p.put(head)
		return
	}
	for _, h := range d.hunks {
		head.Cells = append(head.Cells, frame.Cell{At: frame.At(at), Text: h.Head, Style: theme.Muted})
		p.put(head)
		head = frame.Row{}
		p.hunk(h, lineNumbers(d.hunks))
	}
}

// hunk is a part of a content with its lines around.
func (p *planPaper) hunk(h widget.Hunk, numbers int) {
	at := p.name + 2 + numbers
	for _, line := range h.Lines {
		if line.Marked() && !p.marks || line.Side == widget.Both && !p.wide {
			continue
		}
		for _, part := range line.Lines(p.width-at-3, mostRows) {
			p.put(frame.Row{Cells: part.Cells(at, numbers)})
		}
	}
}
