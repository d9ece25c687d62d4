package frame_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// TestACellTakesTheBlanksNextToIt checks that no cell is cut while its row has
// blanks.
func TestACellTakesTheBlanksNextToIt(t *testing.T) {
	slots := []frame.Slot{{Col: 4, Width: 8}, {Col: 14, Width: 12}, {Col: 28, Width: 10, Right: true, Middle: true}}
	for _, c := range []struct {
		name  string
		texts []safe.Text
		want  string
	}{
		{"all fit", []safe.Text{"name", "value", "/etc/group"}, "    name      value         /etc/group"},
		{"blanks of the value", []safe.Text{"name", "no", "/proc/loadavg"}, "    name      no         /proc/loadavg"},
		{"not all of it", []safe.Text{"name", "value", "/proc/sys/fips_enabled"}, "    name      value  …sys/fips_enabled"},
		{"no blanks", []safe.Text{"name", "a longer value", "/proc/loadavg"}, "    name      a longer va…  …c/loadavg"},
		{"blanks of the source", []safe.Text{"name", "a longer value", "at"}, "    name      a longer value        at"},
		{"a path keeps its end", []safe.Text{"name", "/usr/sbin/nologin", "/proc/stat"}, "    name      …bin/nologin  /proc/stat"},
	} {
		content := frame.Content{Body: []frame.Block{frame.One([]frame.Line{frame.Row{Cells: frame.Cells(slots, c.texts...)}})}}
		view := ansi.Strip(frame.Draw(frame.Mode{}, 40, 12, content).String())
		if !strings.Contains(view, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, view)
		}
	}
}
