package tui

import (
	"strings"

	"ralsh/ui/safe"
)

// wrapped breaks a text at its blanks into lines of at most width cells; a word
// that is longer is broken where it must.
func wrapped(t safe.Text, width int) []safe.Text {
	width = max(1, width)
	var lines []safe.Text
	var line safe.Text
	for word := range strings.SplitSeq(string(t), " ") {
		next := safe.Clean(word)
		if line != "" {
			next = line + " " + next
		}
		if next.Width() <= width {
			line = next
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = safe.Clean(word); ; {
			head := line.Cut(width, "")
			if head == line {
				break
			}
			if head == "" {
				return append(lines, line)
			}
			lines, line = append(lines, head), line[len(head):]
		}
	}
	return append(lines, line)
}
