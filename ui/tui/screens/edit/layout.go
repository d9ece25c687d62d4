package edit

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// editLayout is where the columns of the editor stand in its pane. A hidden column is
// 0. Up to 59 cells of screen there is one value, what should be or else what is, and
// the sign is the verdict.
type editLayout struct {
	width      int // of the pane
	is, should int
	field      int // cells of the field that is typed in
	single     bool
}

// verdict is how wide the last column is.
const verdict = 12

// editColumns gives the editor its columns in a pane, on a screen that is not narrow
// or is; name and is are the longest name of an attribute and value of now.
func editColumns(width, name, is int, narrow bool) editLayout {
	l := editLayout{width: width, single: narrow}
	if narrow {
		l.should = frame.Margin + 14 + min(6, max(0, width-frame.LeastWidth)/3)
		l.field = max(8, width-l.should-2)
		return l
	}
	most := width / 4
	if width > 70 { // the field keeps its room
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
	r.Columns = append(r.Columns, frame.Cell{At: frame.At(l.should), Text: should})
	return r
}

// wanted names the column of the desired value of a property.
func (l editLayout) wanted() safe.Text {
	if l.narrow() {
		return "should, else is"
	}
	return "should"
}

// brief is as much of a sentence as is shown under a field: it can hold a long
// value. All of it is under why.
func (l editLayout) brief(text string) safe.Text {
	const rows = 6
	return safe.Start(text, rows*l.width).Cut(rows*l.width, safe.ASCIIEllipsis)
}
