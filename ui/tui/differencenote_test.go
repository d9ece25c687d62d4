package tui

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/tui/widget"
)

// What a tool said of a value stands behind the marks of the value, where the row
// has no room for it.
func TestMarksStandRightUnderTheirValue(t *testing.T) {
	c := transaction.Change{Attr: property("shell", ""), Note: "/usr/sbin/nologinx is not there now, and nobody could log in with it"}
	c.Certainty = ral.Exact
	d := drawnChange{change: c, pair: widget.Pair("/usr/sbin/nologin", "/usr/sbin/nologinx")}
	for width, sides := range map[int]bool{80: false, 60: false, 120: true} {
		p := newPlanPaper([]drawnStep{{step: &transaction.Step{}, changes: []drawnChange{d}}}, planLook{width: width, sides: sides, marks: true})
		p.change(&transaction.Step{}, d)
		rows := strings.Split(linesText(p.lines, width), "\n")
		value, mark, note := -1, -1, -1
		for i, row := range rows {
			switch text := strings.TrimSpace(row); {
			case strings.Contains(text, "+ /usr/sbin/nol"):
				value = i
			case strings.Trim(text, "+") == "":
				if text != "" {
					mark = i
				}
			case note < 0 && strings.Contains(text, "is not"):
				note = i
			}
		}
		if value < 0 || mark != value+1 || note <= mark {
			t.Errorf("at %d: value in row %d, its marks in %d, the note in %d:\n%s", width, value, mark, note, strings.Join(rows, "\n"))
		}
	}
}
