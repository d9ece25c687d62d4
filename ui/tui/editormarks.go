package tui

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ralsh/model"
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

// into writes the marks into a text, each right above its line, and counts the
// lines with them: those of the marks, and those that a message names.
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

// inside puts what is about the end of the text behind its last words.
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

// shifted is a line of the text as it is counted with the marks above it and above
// those before.
func (m marks) shifted(line int) int {
	n := line
	for _, t := range m {
		if t.line <= line {
			n++
		}
	}
	return n
}

// recounted is a message with the places that it names counted so too.
func (m marks) recounted(message string) string {
	place := regexp.MustCompile(regexp.QuoteMeta(model.DesiredName) + `:(\d+):`)
	return place.ReplaceAllStringFunc(message, func(found string) string {
		line, err := strconv.Atoi(place.FindStringSubmatch(found)[1])
		if err != nil {
			return found
		}
		return fmt.Sprintf("line %d:", m.shifted(line))
	})
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
