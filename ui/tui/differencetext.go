package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/frame"
)

// text is the plan as text to paste, as wide as a mail.
func (d *difference) text() string {
	if d.plan == nil {
		return ""
	}
	lines, _ := planLines(d.steps, planLook{width: 100, marks: true})
	return linesText(lines, 100)
}

// linesText is lines of a pane without looks.
func linesText(lines []frame.Line, width int) string {
	var b strings.Builder
	for _, line := range frame.Lines(frame.Mode{ASCII: true}, width, lines) {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
