package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// stepCols is where the columns of an apply and its result stand.
type stepCols struct {
	sh    *shared
	width int
	text  int  // column of what happens, or is so now
	tail  int  // lines of output
	names bool // a name has a row of its own, and what became of it stands below
}

// stepColumns has the second column at text from 60 cells on; below it is the
// last one, and the name has a share of what is wider than the least.
func stepColumns(sh *shared, width, text int) stepCols {
	c := stepCols{sh: sh, width: width, text: text, tail: 3}
	if width < frame.SplitWidth {
		c.tail = 2
	}
	if c.narrow() {
		c.text = 18 + max(0, width-frame.LeastWidth)/3
	}
	return c
}

// narrow is where no room is for times: name, sign and one value.
func (c stepCols) narrow() bool { return !c.names && c.width < frame.NarrowWidth }

// margin is what stands in the right margin, which a narrow screen does not have.
func (c stepCols) margin(t safe.Text) safe.Text {
	if c.narrow() {
		return ""
	}
	return t
}

func (c stepCols) head(what safe.Text) frame.Ruler {
	return frame.Ruler{
		Columns: []frame.Cell{{At: c.nameSlot(), Text: "step"}, {At: frame.At(c.text), Text: what}},
		Last:    c.margin("time"), Focus: true,
	}
}

func (c stepCols) nameSlot() frame.Slot {
	if c.names {
		return frame.At(frame.Margin)
	}
	return frame.Slot{Col: frame.Margin, Width: c.text - frame.Margin - 2, Middle: true}
}

func (c stepCols) named(n int, name safe.Text) frame.Cell {
	return frame.Cell{At: c.nameSlot(), Text: safe.Clean(itoa(n)) + " " + name}
}

// apart widens the names where some that differ would be cut to the same, up to
// half of the screen. Of more steps than anybody tells apart it looks at none.
func (c stepCols) apart(n int, name func(i int) safe.Text) stepCols {
	const most = 200
	if n > most {
		return c
	}
	number := safe.Clean(itoa(n) + " ") // of each the same, so that names are compared
	room, longest, same := c.nameSlot().Width, 0, false
	seen := make(map[safe.Text]safe.Text, n)
	for i := range n {
		whole := number + name(i)
		cut := whole.CutMiddle(room, c.sh.mode.Ellipsis())
		other, known := seen[cut]
		same = same || known && other != whole
		seen[cut] = whole
		longest = max(longest, whole.Width())
	}
	if same {
		c.text = max(c.text, min(frame.Margin+longest+2, c.width/2))
	}
	return c
}

func (c stepCols) cell(t safe.Text) frame.Cell { return frame.Cell{At: frame.At(c.text), Text: t} }

// row is a row of a step; the name is left out of all but its first.
func (c stepCols) row(sign frame.Sign, name frame.Cell, t safe.Text) frame.Row {
	r := frame.Row{Sign: sign, Strong: true}
	if name.Text != "" {
		r.Cells = append(r.Cells, name)
	}
	if t != "" {
		r.Cells = append(r.Cells, c.cell(t))
	}
	return r
}

// below are rows of a sentence under a step.
func (c stepCols) below(t safe.Text) []frame.Line {
	var rows []frame.Line
	for _, part := range wrapped(t, c.width-c.text) {
		rows = append(rows, frame.Row{Cells: []frame.Cell{c.cell(part)}})
	}
	return rows
}
