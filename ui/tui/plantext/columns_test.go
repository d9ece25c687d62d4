package plantext

import (
	"strings"
	"testing"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// A step is never cut at any width: a name that is wider than its column has a
// separate row, and its state is in the next row.
func TestAStepIsNeverCut(t *testing.T) {
	for name, c := range map[string]struct {
		cols     Columns
		name     safe.Text
		evidence safe.Text
		want     string
	}{
		"it fits":             {Columns{Width: 40, Text: 20}, "1 user eve", "", "  ! 1 user eve      failed: ssh-keygen\n                    255"},
		"a name that is long": {Columns{Width: 40, Text: 20}, "1 file /etc/default/useradd", "", "  ! 1 file /etc/default/useradd\n                    failed: ssh-keygen\n                    255"},
		"a name over rows":    {Columns{Width: 20, Text: 10}, "1 host db1.example.org", "", "  ! 1 host\n    db1.example.org\n          failed:\n          ssh-keygen\n          255"},
		"the time beside it":  {Columns{Width: 40, Text: 20}, "1 user eve", "12 ms", "  ! 1 user eve      failed:        12 ms\n                    ssh-keygen 255"},
		"names over the text": {Columns{Width: 40, Text: 6, Names: true}, "1 user eve", "", "  ! 1 user eve\n      failed: ssh-keygen 255"},
	} {
		t.Run(name, func(t *testing.T) {
			got := Text(c.cols.Step(frame.SignNeeds, c.name, "failed: ssh-keygen 255", c.evidence), c.cols.Width)
			if got != c.want+"\n" {
				t.Errorf("drawn as\n%s, want\n%s", strings.ReplaceAll(got, " ", "."), strings.ReplaceAll(c.want, " ", "."))
			}
		})
	}
	for width := frame.LeastWidth; width < frame.NarrowWidth; width++ {
		cols := NewColumns(&kit.Shared{}, width, 22)
		if text := Text(cols.Step(frame.SignNeeds, "1 file /etc/default/useradd", "failed: it is a folder", ""), width); strings.Contains(text, "~") || strings.Contains(text, safe.Ellipsis) {
			t.Errorf("at %d columns it is cut:\n%s", width, text)
		}
	}
}
