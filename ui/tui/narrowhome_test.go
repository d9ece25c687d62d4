package tui

import (
	"testing"
)

// Where there is no room for more of a type than its name, the message line says its
// default and by which rule it is that.
func TestANarrowHomeSaysTheDefault(t *testing.T) {
	for width, says := range map[int]bool{50: true, 59: true, 60: false} {
		d, _ := drive(t, width, 18, Options{})
		d.press("G k")
		const rule = "useradd is the default"
		if says {
			d.says(rule)
		} else {
			d.lacks(rule)
		}
	}
}
