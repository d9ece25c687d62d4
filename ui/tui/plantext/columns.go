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
	Names bool // a name has a row of its own, and what became of it stands below
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

// Margin is what stands in the right margin, which a narrow screen does not have.
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
	return frame.Slot{Col: frame.Margin, Width: c.Text - frame.Margin - 2, Middle: true}
}

// Named is a step with its number and name.
func (c Columns) Named(n int, name safe.Text) frame.Cell {
	return frame.Cell{At: c.NameSlot(), Text: safe.Clean(strconv.Itoa(n)) + " " + name}
}

// Apart widens the names where some that differ would be cut to the same, up to
// half of the screen. Of more steps than anybody tells apart it looks at none.
func (c Columns) Apart(n int, name func(i int) safe.Text) Columns {
	const most = 200
	if n > most {
		return c
	}
	number := safe.Clean(strconv.Itoa(n) + " ") // of each the same, so that names are compared
	room, longest, same := c.NameSlot().Width, 0, false
	seen := make(map[safe.Text]safe.Text, n)
	for i := range n {
		whole := number + name(i)
		cut := whole.CutMiddle(room, c.Sh.Mode.Ellipsis())
		other, known := seen[cut]
		same = same || known && other != whole
		seen[cut] = whole
		longest = max(longest, whole.Width())
	}
	if same {
		c.Text = max(c.Text, min(frame.Margin+longest+2, c.Width/2))
	}
	return c
}

// Cell is a text beside the name.
func (c Columns) Cell(t safe.Text) frame.Cell { return frame.Cell{At: frame.At(c.Text), Text: t} }

// Row is a row of a step; the name is left out of all but its first.
func (c Columns) Row(sign frame.Sign, name frame.Cell, t safe.Text) frame.Row {
	r := frame.Row{Sign: sign, Strong: true}
	if name.Text != "" {
		r.Cells = append(r.Cells, name)
	}
	if t != "" {
		r.Cells = append(r.Cells, c.Cell(t))
	}
	return r
}

// Below are rows of a sentence under a step.
func (c Columns) Below(t safe.Text) []frame.Line {
	var rows []frame.Line
	for _, part := range kit.Wrap(t, c.Width-c.Text) {
		rows = append(rows, frame.Row{Cells: []frame.Cell{c.Cell(part)}})
	}
	return rows
}
