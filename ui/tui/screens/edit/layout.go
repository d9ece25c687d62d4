package edit

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// editLayout holds the columns of the editor in its pane. A hidden column is 0.
// A screen narrower than 60 cells has a single column of values, for the
// desired or the current value, and the sign shows the verdict.
type editLayout struct {
	width      int // of the pane
	is, should int
	field      int // cells of the open field
	single     bool
}

// verdict is the width of the last column.
const verdict = 12

// editColumns computes the columns of the editor in a pane, on a screen that
// may be narrow. name and is are the widths of the longest attribute name and
// current value.
func editColumns(width, name, is int, narrow bool) editLayout {
	l := editLayout{width: width, single: narrow}
	if narrow {
		l.should = frame.Margin + 14 + min(6, max(0, width-frame.LeastWidth)/3)
		l.field = max(8, width-l.should-2)
		return l
	}
	most := width / 4
	if width > 70 { // the field keeps enough room
		most = width * 3 / 10
	}
	l.is = frame.Margin + min(max(16, name), 26, most) + 2
	l.should = l.is + max(12, min(max(is, 14)+2, (width-l.is-verdict)*2/5))
	l.field = max(8, width-l.should-verdict-2)
	return l
}

func (l editLayout) narrow() bool { return l.single }

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

// head returns the titles of the columns.
func (l editLayout) head(what, is, should safe.Text, focus bool) frame.Ruler {
	r := frame.Ruler{Focus: focus}
	if !l.narrow() {
		r.Last = "verdict"
	}
	r.Columns = append(r.Columns, frame.Cell{At: l.nameSlot(), Text: what})
	if l.is > 0 && is != "" {
		r.Columns = append(r.Columns, frame.Cell{At: l.isSlot(), Text: is})
	}
	r.Columns = append(r.Columns, frame.Cell{At: frame.At(l.should), Text: should})
	return r
}

// shouldTitle returns the title of the column of desired values.
func (l editLayout) shouldTitle() safe.Text {
	if l.narrow() {
		return "should, else is"
	}
	return "should"
}

// brief returns the start of a sentence for display under a field, because it
// can include a long value. Why shows the whole sentence.
func (l editLayout) brief(text string) safe.Text {
	const rows = 6
	return safe.Start(text, rows*l.width).Cut(rows*l.width, safe.ASCIIEllipsis)
}
