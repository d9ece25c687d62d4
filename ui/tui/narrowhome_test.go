package tui

import (
	"strings"
	"testing"
)

// If there is no room for more than the name of a type, the message line shows
// its default provider and the rule that elected it.
func TestANarrowHomeSaysTheDefault(t *testing.T) {
	for width, text := range map[int]bool{50: true, 59: true, 60: false} {
		d, _ := drive(t, width, 18, Options{})
		d.press("G k")
		const rule = "useradd is the default"
		if text {
			d.says(rule)
		} else {
			d.lacks(rule)
		}
	}
}

// The foot of the types has the same height for each type, so that no row moves
// under the cursor.
func TestTheFootOfHomeIsSteady(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	at := -1
	for range 7 {
		rows := strings.Split(d.screen(), "\n")
		foot := 0
		for i, row := range rows[2:] {
			if strings.HasPrefix(row, "─") {
				foot = i + 2
			}
		}
		if at < 0 {
			at = foot
		}
		if foot != at {
			t.Errorf("the foot begins in row %d, and in row %d here:\n%s", at, foot, d.screen())
		}
		d.press("down")
	}
}
