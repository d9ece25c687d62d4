package plantext

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// mostRows is the maximum number of rows of a value or of a line of content.
// The last row is cut.
const mostRows = 12

// change writes a property: its current value, its desired value, and the
// certainty of the change.
func (p *Paper) change(s *transaction.Step, d Change) {
	c := d.change
	p.drift(d)
	if d.pair == nil {
		p.content(d)
		return
	}
	is, should := p.cells(d)
	row := frame.Row{Cells: []frame.Cell{p.property(c)}}
	switch {
	case c.Status == transaction.Blocked:
		row.Sign = frame.SignNeeds
	case c.Certainty == ral.UnknownUntil && !p.Sides:
		row.Sign = frame.SignUnknown
	}
	if !p.Sides {
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
			row.Evidence, row.Sure = Certainty(c)
		}
		p.put(row)
		row = frame.Row{}
	}
	for _, also := range c.Also {
		p.under("also " + safe.Clean(also))
	}
	p.fault(s, c)
}

// cells returns both sides of a change in rows. The note of the tool is below
// the desired value, or after it if they fit.
func (p *Paper) cells(d Change) (is, should []frame.Cell) {
	at, wide, room := p.Side, p.Width-p.Side, p.Width-p.Side
	if p.Sides {
		at, wide, room = p.Right, p.Right-p.Side-1, p.Width-p.Right
	}
	if d.change.Status != transaction.Blocked && p.leftOut == "" {
		text, _ := Certainty(d.change)
		room -= text.Width() + 3
	}
	for _, line := range d.pair {
		switch {
		case line.Marked():
			mark := frame.Cell{At: frame.At(p.Side + 3), Text: line.Text(), Style: line.Spans[0].Style}
			switch {
			case !p.Marks:
			case line.Of == widget.Is && len(is) == 1:
				is = append(is, mark)
			case line.Of == widget.Should && len(should) == 1:
				mark.At = frame.At(at + 3)
				should = append(should, mark)
			}
		case line.Side == widget.Is && d.change.Is.IsUnknown():
			mark := safe.Text(" ? ")
			for _, part := range kit.Wrap(line.Text(), wide-4) {
				is = append(is, frame.Cell{At: frame.At(p.Side), Text: mark, Style: theme.Info, More: []frame.Span{{Text: part, Style: theme.Muted}}})
				mark = safe.Blank(mark.Width())
			}
		case line.Side == widget.Is:
			is = line.Value(p.Side, wide, mostRows)
		default:
			should = line.Value(at, room, mostRows)
		}
	}
	text := safe.Clean(d.change.Note)
	if text == "" || len(should) == 0 {
		return is, should
	}
	if last := &should[len(should)-1]; len(should) == 1 && (" "+text).Width() <= room-last.Width() {
		last.More = append(last.More, frame.Span{Text: " " + text, Style: theme.Muted})
		return is, should
	}
	for _, part := range kit.Wrap(text, p.Width-at-3) {
		should = append(should, frame.Cell{At: frame.At(at + 3), Text: part, Style: theme.Muted})
	}
	return is, should
}

// under writes a sentence below the desired value.
func (p *Paper) under(t safe.Text) {
	col := p.Side + 3
	if p.Sides {
		col = p.Right + 3
	}
	for _, part := range kit.Wrap(t, p.Width-col) {
		p.put(frame.Row{Cells: []frame.Cell{{At: frame.At(col), Text: part}}})
	}
}

// fault writes why a change cannot be planned, once for several changes with
// the same reason.
func (p *Paper) fault(s *transaction.Step, c transaction.Change) {
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

func (p *Paper) property(c transaction.Change) frame.Cell {
	return frame.Cell{At: frame.Slot{Col: p.Name, Width: p.Side - p.Name - 1}, Text: safe.Clean(c.Attr.Name)}
}

// LineNumbers returns the width of the line numbers of a text: that of the
// longest, but at least four.
func LineNumbers(hunks []widget.Hunk) int {
	width := 4
	for _, h := range hunks {
		for _, line := range h.Lines {
			width = max(width, words.Count(line.Number()).Width())
		}
	}
	return width
}

// content writes a file's content as hunks over the full width. On narrow
// screens it omits the lines of context.
func (p *Paper) content(d Change) {
	at := p.Name + max(8, len(d.change.Attr.Name)+1)
	head := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: p.Name, Width: at - p.Name - 1}, Text: safe.Clean(d.change.Attr.Name)}}}
	if p.leftOut == "" {
		head.Evidence, head.Sure = Certainty(d.change)
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
		p.hunk(h, LineNumbers(d.hunks))
	}
}

// hunk writes a part of a content with its context.
func (p *Paper) hunk(h widget.Hunk, numbers int) {
	at := p.Name + 2 + numbers
	for _, line := range h.Lines {
		if line.Marked() && !p.Marks || line.Side == widget.Both && !p.wide {
			continue
		}
		for _, part := range line.Lines(p.Width-at-3, mostRows) {
			p.put(frame.Row{Cells: part.Cells(at, numbers)})
		}
	}
}

// Moved records the planned value of a property if it differs from the current
// value. It reports whether it does.
func (d *Change) Moved(now, planned *transaction.Step) bool {
	at := slices.IndexFunc(planned.Changes, func(c transaction.Change) bool {
		return c.Attr == d.change.Attr && c.Part == d.change.Part
	})
	if at < 0 || d.change.Part {
		return false
	}
	was := planned.Changes[at]
	old, _, texts := words.Contents(planned, was)
	new, _, texts2 := words.Contents(now, d.change)
	switch {
	case texts && texts2 && old != new:
		d.sinceHunks, d.since = widget.Contents(old, new, 1, CompareTimeout)
		return true
	case texts || texts2 || was.Is.Equal(d.change.Is):
		return false
	}
	d.since = "was " + WasText(planned.Resource, was) + " at the time of the plan"
	return true
}

// drift writes the rows above a property that changed since it was planned.
func (p *Paper) drift(d Change) {
	switch {
	case len(d.sinceHunks) > 0:
		p.sentence(frame.SignMoved, safe.Clean(d.change.Attr.Name)+" changed after the plan:")
		numbers := LineNumbers(d.sinceHunks)
		for _, h := range d.sinceHunks {
			p.hunk(h, numbers)
		}
		p.sentence(frame.NoSign, "planned change from the new value:")
	case d.since != "":
		p.sentence(frame.SignMoved, safe.Clean(d.change.Attr.Name)+" "+d.since)
	}
}
