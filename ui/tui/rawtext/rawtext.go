// Package rawtext draws a text so that each of its bytes is visible.
//
// LinesOf splits a text into lines without losing bytes. A Look draws the ends of
// lines, tabs, blanks at the end of a line, control characters and invalid bytes
// as marks, and finds the column of a byte.
package rawtext

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// Line is a line of a text, and its end: "\n", "\r\n", or "" for the last
// line.
type Line struct{ Text, End string }

// LinesOf splits a text into lines without losing bytes. The last line has
// no newline and may be empty.
func LinesOf(text string) []Line {
	lines := make([]Line, 0, strings.Count(text, "\n")+1)
	for {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return append(lines, Line{Text: text})
		}
		line := Line{text[:i], "\n"}
		if before, cr := strings.CutSuffix(line.Text, "\r"); cr {
			line = Line{before, "\r\n"}
		}
		lines, text = append(lines, line), text[i+1:]
	}
}

// Marks defines how a text is drawn so that each of its bytes is visible:
// the end of a line, a tab, a blank at the end of a line, control characters,
// invalid bytes, and a backslash with a letter, which is not the character that
// it usually represents.
type Marks struct {
	LineEnd, Tab, Blank safe.Text
	bare                bool // do not mark ends of lines and tabs
}

// NewMarks returns the look with the marks of a mode.
func NewMarks(m frame.Mode) Marks {
	look := Marks{LineEnd: "¶", Tab: "→", Blank: "·"}
	if m.ASCII {
		look.LineEnd, look.Tab, look.Blank = "$", ">", "."
	}
	return look
}

// tabWidth is the width of tabs.
const tabWidth = 8

// Spans draws a line in at most the given number of cells. A longer line ends
// with the mark.
func (k Marks) Spans(line Line, cells int, mark string) []frame.Span {
	p := textPen{marks: k}
	rest := line.Text
	trailing := len(strings.TrimRight(rest, " \t"))
	for at := 0; at < len(rest); {
		if p.col > cells {
			return p.cut(cells, mark)
		}
		at += p.char(rest[at:], at >= trailing)
	}
	p.end(line.End)
	if p.col > cells {
		return p.cut(cells, mark)
	}
	return p.spans
}

// Rows draws a whole line, in rows of at most the given number of cells.
func (k Marks) Rows(line Line, cells int) [][]frame.Span {
	return widget.WrapSpans(k.Spans(line, math.MaxInt, ""), cells, math.MaxInt)
}

// Column returns the column in which a byte of a line is drawn.
func (k Marks) Column(text string, at int) int {
	p := textPen{marks: k, measure: true}
	for i := 0; i < at && i < len(text); {
		i += p.char(text[i:], false)
	}
	return p.col
}

// textPen draws a line.
type textPen struct {
	marks   Marks
	spans   []frame.Span
	col     int
	measure bool // only compute col
}

func (p *textPen) put(t safe.Text, tok theme.Token) {
	p.col += t.Width()
	if p.measure {
		return
	}
	if n := len(p.spans); n > 0 && p.spans[n-1].Style == tok {
		p.spans[n-1].Text += t
		return
	}
	p.spans = append(p.spans, frame.Span{Text: t, Style: tok})
}

// char draws the first character of a text, or several plain characters, and
// returns their number of bytes.
func (p *textPen) char(text string, trailing bool) int {
	c := text[0]
	switch {
	case c == '\t':
		mark, style := p.marks.Tab, theme.Dim
		if trailing {
			style = theme.Change
		}
		if p.marks.bare {
			mark = " "
		}
		p.put(mark, style)
		p.put(safe.Blank((tabWidth-p.col%tabWidth)%tabWidth), theme.Text)
		return 1
	case c == ' ' && trailing:
		p.put(p.marks.Blank, theme.Trailing)
		return 1
	case Escapes(text):
		p.put(safe.Clean(text[:2]), theme.Info)
		return 2
	}
	if n := plainStart(text); n > 0 {
		p.put(safe.Clean(text[:n]), theme.Text)
		return n
	}
	if r, n := utf8.DecodeRuneInString(text); r == utf8.RuneError && n == 1 {
		p.put(safe.Clean(fmt.Sprintf(`\x%02x`, c)), theme.Danger)
		return 1
	}
	part := safe.FirstGrapheme(text)
	style := theme.Text
	if !safe.Shows(part) {
		style = theme.Danger
	}
	p.put(safe.Clean(part), style)
	return len(part)
}

// Escapes reports whether a text begins with a common escape sequence: a
// backslash and a letter, like n.
func Escapes(text string) bool {
	return len(text) > 1 && text[0] == '\\' && strings.IndexByte(`nrt0x\`, text[1]) >= 0
}

// plainStart returns the number of printable ASCII characters at the start of a
// text. It excludes the last character if a combining mark may follow.
func plainStart(text string) int {
	const most = 64
	n := 0
	for n < len(text) && n < most && (text[n] > ' ' && text[n] < 0x7f && text[n] != '\\' || n == 0 && text[0] == ' ') {
		n++
	}
	switch {
	case n < len(text) && text[n] >= utf8.RuneSelf:
		n--
	case n == 0 && text[0] == '\\' && (len(text) == 1 || text[1] < utf8.RuneSelf):
		return 1
	}
	return n
}

// end marks the end of the line.
func (p *textPen) end(end string) {
	if p.marks.bare && end == "\n" {
		return
	}
	if end == "\r\n" {
		p.put(`\r`, theme.Danger)
	}
	if end != "" && !p.marks.bare {
		p.put(p.marks.LineEnd, theme.Dim)
	}
}

// cut keeps the given number of cells of the drawn line, and ends it with the
// mark.
func (p *textPen) cut(cells int, mark string) []frame.Span {
	room := cells - 1
	var kept []frame.Span
	for _, s := range p.spans {
		all := s.Text
		if s.Text = all.Cut(room, ""); s.Text != "" {
			kept = append(kept, s)
		}
		if s.Text != all {
			break // the following text is elsewhere, even if it would fit
		}
		room -= s.Text.Width()
	}
	return append(kept, frame.Span{Text: safe.Clean(mark), Style: theme.Muted})
}

// TakesLines reports whether the value of a field is edited as a text of
// several lines.
func TakesLines(a *ral.Attribute, text string) bool {
	return !a.Sensitive && (a.Multiline || strings.Contains(text, "\n"))
}
