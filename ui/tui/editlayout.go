package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// editLayout is where the columns of the editor stand. A hidden column is 0. Up to
// 59 cells there is one value, what should be or else what is, and the sign is the
// verdict.
type editLayout struct {
	width            int
	is, should, read int
	field            int // cells of the field that is typed in
}

// verdict is how wide the last column is.
const verdict = 12

// editColumns gives the editor its columns; longest is the longest name of an
// attribute.
func editColumns(width, longest int) editLayout {
	l := editLayout{width: width}
	switch {
	case width >= frame.SplitWidth:
		l.is = frame.Margin + min(max(19, longest), 26) + 2
		l.should = l.is + 19
		l.read = l.should + 32 + max(0, width-120) - max(0, 120-width)*2/5
		l.field = l.read - l.should - 4
	case width >= frame.NarrowWidth:
		l.is = frame.Margin + min(max(16, longest), 20) + 2
		l.should = l.is + 16 - min(4, (80-min(width, 80))/4)
		l.field = width - l.should - verdict - 1 - min(4, (width-frame.NarrowWidth)/5)
	default:
		l.should = frame.Margin + 14 + min(6, max(0, width-frame.LeastWidth)/3)
		l.field = width - l.should - 2
	}
	l.field = max(8, l.field)
	return l
}

func (l editLayout) narrow() bool { return l.width < frame.NarrowWidth }

func (l editLayout) nameSlot() frame.Slot {
	next := l.is
	if next == 0 {
		next = l.should
	}
	return frame.Slot{Col: frame.Margin, Width: next - frame.Margin - 2}
}

func (l editLayout) isSlot() frame.Slot {
	return frame.Slot{Col: l.is, Width: l.should - l.is - 2}
}

func (l editLayout) shouldSlot() frame.Slot {
	if l.read == 0 {
		return frame.At(l.should)
	}
	return frame.Slot{Col: l.should, Width: l.read - l.should - 2}
}

func (l editLayout) readSlot() frame.Slot {
	return frame.Slot{Col: l.read, Width: l.width - verdict - 1 - l.read}
}

// head names the columns of a pane.
func (l editLayout) head(what, is, should safe.Text, focus bool) frame.Ruler {
	r := frame.Ruler{Focus: focus}
	if !l.narrow() {
		r.Last = "verdict"
	}
	r.Columns = append(r.Columns, frame.Cell{At: l.nameSlot(), Text: what})
	if l.is > 0 && is != "" {
		r.Columns = append(r.Columns, frame.Cell{At: l.isSlot(), Text: is})
	}
	r.Columns = append(r.Columns, frame.Cell{At: l.shouldSlot(), Text: should})
	if l.read > 0 {
		r.Columns = append(r.Columns, frame.Cell{At: frame.At(l.read), Text: "reads as"})
	}
	return r
}

// wanted names the column of the desired value of a property.
func (l editLayout) wanted() safe.Text {
	if l.narrow() {
		return "should, else is"
	}
	return "should"
}

// below is a row of text under the desired value.
func (l editLayout) below(t safe.Text) frame.Row {
	col := l.should
	if l.is == 0 {
		col = frame.Margin + 2
	}
	return frame.Row{Cells: []frame.Cell{{At: frame.At(col), Text: t}}}
}

// brief is as much of a sentence as is shown under a field: it can hold a long
// value. All of it is under why.
func (l editLayout) brief(text string) safe.Text {
	const rows = 6
	return safe.Start(text, rows*l.width).Cut(rows*l.width, safe.ASCIIEllipsis)
}

// under is a sentence under the desired value.
func (l editLayout) under(t safe.Text) []frame.Line {
	col := l.should
	if l.is == 0 {
		col = frame.Margin + 2
	}
	var rows []frame.Line
	for _, part := range wrapped(t, l.width-col) {
		rows = append(rows, l.below(part))
	}
	return rows
}
