package tui

import (
	"strconv"
	"strings"
	"testing"

	"ralsh/ui/tui/kit"
)

// A command that is longer than the screen can be scrolled to see all of it,
// and copying copies all of it.
func TestALongCommandScrolls(t *testing.T) {
	words := []string{"ralsh", "resource", "user", "deploy"}
	for i := range 20 {
		words = append(words, "attribute"+strconv.Itoa(i)+"=value")
	}
	words = append(words, "content="+strings.Repeat("0123456789", 8)+"end")
	line := strings.Join(words, " ")
	for _, key := range []string{"pgdown", "j"} {
		d, _ := drive(t, 40, 10, Options{})
		d.run(d.app.menu(kit.NewCommandMenu(d.app.sh, line)))
		d.says("rows 1-3 of 2", ">   copy")
		seen := make(map[string]bool)
		for range 40 {
			for row := range strings.Lines(d.screen()) {
				seen[strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "$ "), ` \`)] = true
			}
			d.press(key)
		}
		var all strings.Builder
		for text := range seen {
			all.WriteString(" " + text + " ")
		}
		for _, word := range words[:24] {
			if !strings.Contains(all.String(), " "+word+" ") {
				t.Errorf("with %s %s never comes into sight", key, word)
			}
		}
		d.says("end", "22-24 of 24") // the last rows
		d.press("pgup pgup pgup pgup pgup pgup pgup pgup pgup pgup pgup pgup pgup pgup")
		d.says("$ ralsh resource user deploy", "rows 1-3 of 24")
		d.press("y")
		if len(d.copied) != 1 || d.copied[0] != line {
			t.Errorf("copied %q", d.copied)
		}
	}
}

// A command that fits has no row numbers, and j moves only through the options.
func TestAShortCommandDoesNotScroll(t *testing.T) {
	d, _ := drive(t, 40, 12, Options{})
	d.press("down c j j j")
	d.says("$ ralsh resource group", ">   back")
	d.lacks("rows ")
}
