package tui

import (
	"strings"
	"testing"

	"ralsh/ui/tui/frame"
)

// The columns of the types take the whole width.
func TestTypesColumnsFillTheWidth(t *testing.T) {
	for width := 69; width < frame.SplitWidth; width++ {
		columns := typeColumns(width)
		slots := frame.Columns(columns, width, 0)
		last := slots[len(slots)-1]
		if last.Hidden() || last.Col+last.Width != width {
			t.Errorf("width %d: time ends at %d", width, last.Col+last.Width)
		}
	}
}

// What a type is stands in a column of its own up to 99 columns.
func TestTypesHaveTheirSummary(t *testing.T) {
	for _, height := range []int{24, 30} {
		d, _ := drive(t, 99, height, Options{})
		d.says("what it is", "Accounts in /etc/passwd")
	}
}

// The instances are a sentence where ensure tells them apart.
func TestTypesSayTheStates(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	d.press("down down down down")
	d.says("3 instances from debian: 2 running")
	fake.Put("/var/service", "cron:running:true\nssh:running:false\n", 0o644)
	d.press("r")
	d.says("2 instances from debian: 2 running; 1 starts")
	d.press("down")
	d.lacks("instances from useradd")
}

// A text that does not fit is marked as cut.
func TestRowsOfMarksTheCut(t *testing.T) {
	rows := rowsOf("one two three four five six", 4+9, 2)
	drawn := frame.Draw(frame.Mode{}, 40, 24, frame.Content{Body: []frame.Block{frame.Two(15, rows, []frame.Line{nil})}})
	if got := strings.Join(drawn.Lines, "\n"); len(rows) != 2 || !strings.Contains(got, "…") {
		t.Errorf("%d rows:\n%s", len(rows), got)
	}
}
