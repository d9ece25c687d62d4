package output

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"ralsh/ral/diagnostic"
	"ralsh/ui/safe"
)

// Wrap wraps text at width. It does not wrap code: lines that are indented by
// four blanks or a tab, and lines between fences, which it removes and indents.
// Other lines keep their indentation, and items of a list hang.
func Wrap(text string, width int) []string {
	var lines []string
	code := false
	for paragraph := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(paragraph, "```") {
			code = !code
			continue
		}
		if code {
			lines = append(lines, "    "+paragraph)
			continue
		}
		text := strings.TrimLeft(paragraph, " \t")
		indent := paragraph[:len(paragraph)-len(text)]
		if text != "" && (len(indent) >= 4 || strings.Contains(indent, "\t")) {
			lines = append(lines, paragraph)
			continue
		}
		lines = append(lines, wrapLine(indent, text, width)...)
	}
	return lines
}

// wrapLine wraps a line with its indentation.
func wrapLine(indent, text string, width int) []string {
	hang := indent
	if strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") {
		hang += "  "
	}
	var lines []string
	line, empty := indent, true
	for word := range strings.FieldsSeq(text) {
		if !empty && safe.Clean(line).Width()+1+safe.Clean(word).Width() > width {
			lines = append(lines, line)
			line, empty = hang, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	if empty {
		line = ""
	}
	return append(lines, line)
}

// Counted formats a number with its noun: 1 host, 38 hosts.
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "s") {
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Millis returns a duration in milliseconds.
func Millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Each splits joined errors. An error that contains line feeds is not split,
// because they are part of a foreign name.
func Each(err error) []error {
	switch joined := err.(type) {
	case nil:
		return nil
	case diagnostic.Diags:
		list := make([]error, len(joined))
		for i, d := range joined {
			list[i] = d
		}
		return list
	case interface{ Unwrap() error }:
		if inner := joined.Unwrap(); inner != nil && inner.Error() == err.Error() {
			return Each(inner)
		}
	case interface{ Unwrap() []error }:
		if errors.Join(joined.Unwrap()...).Error() != err.Error() {
			break
		}
		var list []error
		for _, e := range joined.Unwrap() {
			list = append(list, Each(e)...)
		}
		return list
	}
	return []error{err}
}
