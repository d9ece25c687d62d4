package plantext

import (
	"strconv"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// Columns is where the columns of an apply and its result stand.
type Columns struct {
	Sh    *kit.Shared
	Width int
	Text  int  // column of what happens, or is so now
	Tail  int  // lines of output
	Names bool // a name has a row of its own, and what became of it is below
}

// NewColumns has the second column at text from 60 cells on; below it is the
// last one, and the name has a share of what is wider than the least.
func NewColumns(sh *kit.Shared, width, text int) Columns {
	c := Columns{Sh: sh, Width: width, Text: text, Tail: 3}
	if width < frame.SplitWidth {
		c.Tail = 2
	}
	if c.Narrow() {
		c.Text = 18 + max(0, width-frame.LeastWidth)/3
	}
	return c
}

// Narrow is where no room is for times: name, sign and one value.
func (c Columns) Narrow() bool { return !c.Names && c.Width < frame.NarrowWidth }

// Margin is what is in the right margin, which a narrow screen does not have.
func (c Columns) Margin(t safe.Text) safe.Text {
	if c.Narrow() {
		return ""
	}
	return t
}

// Head is the line above the steps.
func (c Columns) Head(what safe.Text) frame.Ruler {
	return frame.Ruler{
		Columns: []frame.Cell{{At: c.NameSlot(), Text: "step"}, {At: frame.At(c.Text), Text: what}},
		Last:    c.Margin("time"), Focus: true,
	}
}

// NameSlot is where names stand.
func (c Columns) NameSlot() frame.Slot {
	if c.Names {
		return frame.At(frame.Margin)
	}
	return frame.Slot{Col: frame.Margin, Width: c.Text - frame.Margin - 2}
}

// Step are the rows of a step: its name, and next to it the current state. Both are whole: a name
// that is wider than its column has a row of its own.
func (c Columns) Step(sign frame.Sign, name, t, evidence safe.Text) (lines []frame.Line) {
	row := frame.Row{Sign: sign, Strong: true, Evidence: evidence}
	ends := c.Width
	if evidence != "" {
		ends -= evidence.Width() + 1
	}
	slot := c.NameSlot()
	switch {
	case name == "":
	case !c.Names && name.Width() <= slot.Width:
		row.Cells = []frame.Cell{{At: slot, Text: name}}
	default:
		for _, part := range kit.Wrap(name, ends-frame.Margin) {
			row.Cells = []frame.Cell{{At: frame.At(frame.Margin), Text: part}}
			lines = append(lines, row)
			row, ends = frame.Row{}, c.Width
		}
		if t == "" {
			return lines
		}
	}
	for _, part := range kit.Wrap(t, ends-c.Text) {
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(c.Text), Text: part})
		lines = append(lines, row)
		row = frame.Row{}
	}
	return lines
}

// Numbered is the name of a step with its number.
func Numbered(n int, name safe.Text) safe.Text { return safe.Clean(strconv.Itoa(n)) + " " + name }

// Below are rows of a sentence under a step.
func (c Columns) Below(t safe.Text) []frame.Line { return c.Step(frame.NoSign, "", t, "") }
