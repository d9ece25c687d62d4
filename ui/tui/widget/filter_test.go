package widget_test

import (
	"testing"

	"ralsh/ui/tui/widget"
)

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		typed, hay string
		want       bool
	}{
		{"", "nginx apt", true},
		{"NGI", "nginx apt", true},
		{"apt ngi", "nginx apt", true},
		{"ngi gem", "nginx apt", false},
		{"!gem", "nginx apt", true},
		{"ngi !apt", "nginx apt", false},
		{"!", "nginx apt", true},
	} {
		if got := widget.ParseFilter(c.typed).Match(c.hay); got != c.want {
			t.Errorf("%q on %q: %v", c.typed, c.hay, got)
		}
	}
	if f := widget.ParseFilter(" ! "); !f.Empty() || f.String() != " ! " {
		t.Errorf("%q is empty, and what was typed is kept", f)
	}
}
