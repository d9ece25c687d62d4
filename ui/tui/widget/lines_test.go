package widget_test

import (
	"testing"

	"ralsh/ui/tui/widget"
)

func TestLines(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "a\n": 1, "a\nb": 2, "a\nb\n": 2, "\n": 1, "\n\nx": 3} {
		if got := widget.Lines(text); got != want {
			t.Errorf("%q has %d lines, want %d", text, got, want)
		}
	}
}
