package safe

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Colours returns a line of untrusted text for a terminal, with its colours; the rest is
// cleaned as by Clean. The colours end with the line.
func Colours(line string) string {
	if !strings.Contains(line, "\x1b[") {
		return string(Clean(line))
	}
	var out strings.Builder
	painted, state := false, byte(0)
	for line != "" {
		seq, _, n, next := ansi.DecodeSequence(line, state, nil)
		if n == 0 {
			break
		}
		state, line = next, line[n:]
		if isColour(seq) {
			out.WriteString(seq)
			painted = true
			continue
		}
		out.WriteString(string(Clean(seq)))
	}
	if painted {
		out.WriteString(ansi.ResetStyle)
	}
	return out.String()
}

// isColour reports whether a sequence only sets colours.
func isColour(seq string) bool {
	inner, ok := strings.CutPrefix(seq, "\x1b[")
	inner, is := strings.CutSuffix(inner, "m")
	return ok && is && len(inner) <= 64 && strings.Trim(inner, "0123456789;:") == ""
}
