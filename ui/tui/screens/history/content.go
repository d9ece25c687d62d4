package history

import (
	"strings"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Limits for showing the change of a text line by line.
const (
	longestPast = 16 << 10 // bytes of both texts
	mostPast    = 12       // rows
)

// pastLines returns the change of a text of several lines as a difference, in
// width cells. It is nil for other values, and for a text that is stored
// outside the journal or is longer than longestPast.
func pastLines(c journal.Change, width int) []frame.Line {
	is, should := c.Is.Str, c.Should.Str
	if is == nil || should == nil || !strings.Contains(*is+*should, "\n") || len(*is)+len(*should) > longestPast {
		return nil
	}
	hunks, note := widget.Contents(*is, *should, 1, plantext.CompareTimeout)
	if note != "" {
		return nil
	}
	numbers := plantext.LineNumbers(hunks)
	at := frame.ProseMargin + numbers + 3
	rows := []frame.Line{labelRow(safe.Clean(c.Property))}
	for _, h := range hunks {
		for _, line := range h.Lines {
			if line.Marked() {
				continue
			}
			for _, part := range line.Lines(width-at-3, mostPast) {
				rows = append(rows, frame.Row{Prose: true, Cells: part.Cells(at, numbers)})
			}
		}
	}
	if len(rows) > mostPast {
		more := words.CountOf(len(rows)-mostPast+1, "more row")
		rows = append(rows[:mostPast-1], labelRow(more))
	}
	return rows
}

func labelRow(text safe.Text) frame.Line {
	return frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(frame.ProseMargin), Text: text, Style: theme.Muted}}}
}
