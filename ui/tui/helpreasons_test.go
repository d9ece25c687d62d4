package tui

import (
	"strings"
	"testing"
)

// The reason why a key is unavailable is not cut at any size, and all such
// reasons can be reached.
func TestHelpShowsEachReasonWhole(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{120, 36}, {120, 20}, {80, 24}, {60, 20}, {40, 12}} {
		d, _ := drive(t, size[0], size[1], Options{})
		d.press("down down down")
		var reasons []string
		for _, section := range d.app.sh.Keys.Help(d.app.top().Where()) {
			for _, row := range section.Rows {
				reasons = append(reasons, d.app.unavailable(d.app.top(), row.Intents[0]))
			}
		}
		d.press("?")
		for i, why := range reasons {
			words := strings.Join(strings.Fields(d.front()), " ")
			if why != "" && !strings.Contains(words, why) {
				t.Errorf("%v: row %d does not say %q:\n%s", size, i, why, d.screen())
			}
			d.press("down")
		}
	}
}

// The foot scrolls with the cursor, and shows which rows are visible.
func TestHelpFootScrolls(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("/")
	d.typed("zzz")
	d.press("enter ?")
	d.says("rows 1-5 of ", "x left this is the first screen")
	d.lacks("no message is shown")
	d.press("G")
	d.says("no message is shown")
	d.lacks("rows 1-5 of ")
	d.lacks("x left this is the first screen")
}
