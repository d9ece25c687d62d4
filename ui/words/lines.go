package words

import (
	"strings"

	"ralsh/ral"
)

// InLine returns a text with values of an attribute on a single line. Only a map has
// line feeds between its parts, because line feeds in texts are escaped.
func InLine(a *ral.Attribute, text string) string {
	if !a.IsMap || !strings.Contains(text, "\n") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \n")
		if text := b.String(); text != "" && !strings.HasSuffix(text, "{") && !strings.HasSuffix(text, "[") && !strings.HasPrefix(line, "}") && !strings.HasPrefix(line, "]") {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// FirstLine returns the first line of a text.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
