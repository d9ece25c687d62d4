package plantext

import (
	"testing"

	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
)

// Names that would be cut to the same have more room, up to half of the screen.
func TestColumnsKeepNamesApart(t *testing.T) {
	for name, c := range map[string]struct {
		width int
		names []safe.Text
		want  int
	}{
		"short":             {80, []safe.Text{"user eve", "user bob"}, 22},
		"cut, one":          {80, []safe.Text{"file /etc/default/useradd", "user bob"}, 22},
		"cut to the same":   {80, []safe.Text{"host db1.example.org", "host demo.example.org"}, 29},
		"the same twice":    {80, []safe.Text{"host demo.example.org", "host demo.example.org"}, 22},
		"longer than half":  {80, []safe.Text{"host a1234567890123456789012345678901234567890.org", "host b1234567890123456789012345678901234567890.org"}, 22},
		"alike, and longer": {80, []safe.Text{"host db1-234567890123456789012345678901234567890.org", "host db2-234567890123456789012345678901234567890.org"}, 40},
		"apart in the wide": {120, []safe.Text{"host db1.example.org", "host demo.example.org"}, 34},
		"inside is the same": {
			80, []safe.Text{"host d123456789012345678901.org", "host d1234567890x2345678901.org"}, 39,
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := 22
			if c.width == 120 {
				text = 34
			}
			cols := NewColumns(&kit.Shared{}, c.width, text).Apart(len(c.names), func(i int) safe.Text { return c.names[i] })
			if cols.Text != c.want {
				t.Errorf("the second column is at %d, want %d", cols.Text, c.want)
			}
		})
	}
}
