package tui

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ralsh/model/draft"
	"ralsh/ral/diagnostic"
	"ralsh/ui/safe"
)

// marks are errors as comment lines in a text: "#! 12:5 message" above the line
// with the error. The line number includes the marks, as an editor counts
// lines.
type marks []textMark

type textMark struct {
	line, col int // in the text without marks
	message   string
	written   string // the line that was last written into the text
}

// marksOf returns marks for diagnostics with positions.
func marksOf(bad diagnostic.Diags) marks {
	var list marks
	for _, d := range bad {
		m := textMark{line: 1, col: 1}
		if parts := strings.Split(d.Pos, ":"); len(parts) > 2 {
			m.line, _ = strconv.Atoi(parts[len(parts)-2])
			m.col, _ = strconv.Atoi(parts[len(parts)-1])
		}
		d.Pos = ""
		m.message = string(safe.Clean(strings.Join(strings.Fields(d.Error()), " ")))
		list = append(list, m)
	}
	slices.SortStableFunc(list, func(a, b textMark) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col)) })
	return list
}

// into inserts the marks into a text, each directly above its line, and adjusts
// the line numbers of the marks and of their messages.
func (m marks) into(text string) string {
	if len(m) == 0 {
		return text
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	m.inside(lines)
	var b strings.Builder
	next := 0
	for i, line := range lines {
		for ; next < len(m) && m[next].line == i+1; next++ {
			at := &m[next]
			at.written = fmt.Sprintf("#! %d:%d %s\n", m.shifted(at.line), at.col, m.recounted(at.message))
			b.WriteString(at.written)
		}
		b.WriteString(line)
	}
	return b.String()
}

// inside moves marks after the end of the text to its last line that is not
// blank.
func (m marks) inside(lines []string) {
	last := len(lines)
	for last > 1 && strings.TrimSpace(lines[last-1]) == "" {
		last--
	}
	for i := range m {
		if m[i].line > last {
			m[i].line, m[i].col = last, utf8.RuneCountInString(strings.TrimRight(lines[last-1], "\r\n"))+1
		}
	}
}

// shifted returns the number of a line in the text with marks.
func (m marks) shifted(line int) int {
	n := line
	for _, t := range m {
		if t.line <= line {
			n++
		}
	}
	return n
}

// recounted returns a message with its line numbers adjusted in the same way.
func (m marks) recounted(message string) string {
	place := regexp.MustCompile(regexp.QuoteMeta(draft.DesiredName) + `:(\d+):`)
	return place.ReplaceAllStringFunc(message, func(found string) string {
		line, err := strconv.Atoi(place.FindStringSubmatch(found)[1])
		if err != nil {
			return found
		}
		return fmt.Sprintf("line %d:", m.shifted(line))
	})
}

// outOf removes the marks from a text. A mark that was changed is kept as an
// ordinary comment.
func (m marks) outOf(text string) string {
	if len(m) == 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		mine := slices.ContainsFunc(m, func(t textMark) bool { return strings.TrimRight(t.written, "\r\n") == strings.TrimRight(line, "\r\n") })
		if !mine {
			b.WriteString(line)
		}
	}
	return b.String()
}
