package plantext

import (
	"strconv"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// Columns holds the columns of an apply and of its result.
type Columns struct {
	Sh    *kit.Shared
	Width int
	Text  int  // column of what happens, or of the current state
	Tail  int  // lines of output
	Names bool // names have a separate row, and the state is below
}

// NewColumns returns columns with the second column at text. On a screen
// narrower than 60 cells the second column is the last, and names get a third
// of the width above the minimum.
func NewColumns(sh *kit.Shared, width, text int) Columns {
	c := Columns{Sh: sh, Width: width, Text: text, Tail: 3}
	if width < frame.SplitWidth {
		c.Tail = 2
	}
	if c.narrow() {
		c.Text = 18 + max(0, width-frame.LeastWidth)/3
	}
	return c
}

// narrow reports whether only name, sign and a value fit, without times.
func (c Columns) narrow() bool { return !c.Names && c.Width < frame.NarrowWidth }

// Margin returns the text for the right margin, which is "" on a narrow screen.
func (c Columns) Margin(t safe.Text) safe.Text {
	if c.narrow() {
		return ""
	}
	return t
}

// Head returns the line above the steps.
func (c Columns) Head(what safe.Text) frame.Ruler {
	return frame.Ruler{
		Columns: []frame.Cell{{At: c.nameSlot(), Text: "step"}, {At: frame.At(c.Text), Text: what}},
		Last:    c.Margin("time"), Focus: true,
	}
}

// nameSlot returns the slot of names.
func (c Columns) nameSlot() frame.Slot {
	if c.Names {
		return frame.At(frame.Margin)
	}
	return frame.Slot{Col: frame.Margin, Width: c.Text - frame.Margin - 2}
}

// Step returns the rows of a step: its name, and next to it the current state.
// Neither is cut: a name that is wider than its column has a separate row.
func (c Columns) Step(sign frame.Sign, name, t, evidence safe.Text) (lines []frame.Line) {
	row := frame.Row{Sign: sign, Strong: true, Evidence: evidence}
	ends := c.Width
	if evidence != "" {
		ends -= evidence.Width() + 1
	}
	slot := c.nameSlot()
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

// Numbered returns the name of a step with its number.
func Numbered(n int, name safe.Text) safe.Text { return safe.Clean(strconv.Itoa(n)) + " " + name }

// below returns the rows of a sentence under a step.
func (c Columns) below(t safe.Text) []frame.Line { return c.Step(frame.NoSign, "", t, "") }
