package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ui/safe"
)

// marks are mistakes as comment lines of the text that they are in: "#! 12:5
// message" above the line that it is about. The line is counted with the marks,
// as an editor counts it.
type marks []textMark

type textMark struct {
	line, col int // in the text without marks
	message   string
	written   string // the line that stood in the text last
}

// marksOf takes findings with their places apart.
func marksOf(bad ral.Diags) marks {
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

// into writes the marks into a text.
func (m marks) into(text string) string {
	if len(m) == 0 {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	if last := len(lines) - 1; lines[last] != "" {
		lines[last] += "\n"
	}
	var b strings.Builder
	next := 0
	for i, line := range lines {
		end := next
		for end < len(m) && (m[end].line <= i+1 || i == len(lines)-1) {
			end++
		}
		for ; next < end; next++ {
			m[next].written = fmt.Sprintf("#! %d:%d %s\n", i+1+end, m[next].col, m[next].message)
			b.WriteString(m[next].written)
		}
		b.WriteString(line)
	}
	return b.String()
}

// outOf takes the marks out of a text again, as they were written. One that was
// changed is a comment like any other.
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
