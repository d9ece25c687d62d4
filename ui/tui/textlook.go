package tui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// textLine is one line of a text: what stands on it, and how it ends: "\n", "\r\n",
// or "" for the last one.
type textLine struct{ text, end string }

// textLinesOf takes a text apart; put together again the lines are the same bytes.
// There is always a last line that no newline ends, which may be empty.
func textLinesOf(text string) []textLine {
	lines := make([]textLine, 0, strings.Count(text, "\n")+1)
	for {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return append(lines, textLine{text: text})
		}
		line := textLine{text[:i], "\n"}
		if before, cr := strings.CutSuffix(line.text, "\r"); cr {
			line = textLine{before, "\r\n"}
		}
		lines, text = append(lines, line), text[i+1:]
	}
}

// textLook says how a text is drawn so that each of its bytes is seen: the end of a
// line, a tab, a blank that ends a line, controls, bytes that are no text, and a
// backslash with a letter, which is not the character that it stands for elsewhere.
type textLook struct {
	lineEnd, tab, blank safe.Text
	bare                bool // neither ends of lines nor tabs are marked
}

func newTextLook(m frame.Mode) textLook {
	look := textLook{lineEnd: "¶", tab: "→", blank: "·"}
	if m.ASCII {
		look.lineEnd, look.tab, look.blank = "$", ">", "."
	}
	return look
}

// textTab is how far tabs go.
const textTab = 8

// spans draw a line in at most so many cells; a longer one ends in the mark.
func (k textLook) spans(line textLine, cells int, mark string) []frame.Span {
	p := textPen{look: k}
	rest := line.text
	trailing := len(strings.TrimRight(rest, " \t"))
	for at := 0; at < len(rest); {
		if p.col > cells {
			return p.cut(cells, mark)
		}
		at += p.char(rest[at:], at >= trailing)
	}
	p.end(line.end)
	if p.col > cells {
		return p.cut(cells, mark)
	}
	return p.spans
}

// column is in which cell a byte of a line is drawn.
func (k textLook) column(text string, at int) int {
	p := textPen{look: k, measure: true}
	for i := 0; i < at && i < len(text); {
		i += p.char(text[i:], false)
	}
	return p.col
}

// textPen draws one line.
type textPen struct {
	look    textLook
	spans   []frame.Span
	col     int
	measure bool // only col counts
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

// char draws the first character of a text, or several that are plain, and returns
// how many bytes that was.
func (p *textPen) char(text string, trailing bool) int {
	c := text[0]
	switch {
	case c == '\t':
		mark, style := p.look.tab, theme.Dim
		if trailing {
			style = theme.Change
		}
		if p.look.bare {
			mark = " "
		}
		p.put(mark, style)
		p.put(safe.Blank((textTab-p.col%textTab)%textTab), theme.Text)
		return 1
	case c == ' ' && trailing:
		p.put(p.look.blank, theme.Trailing)
		return 1
	case escapes(text):
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
	part, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	style := theme.Text
	if !safe.Shows(part) {
		style = theme.Danger
	}
	p.put(safe.Clean(part), style)
	return len(part)
}

// escapes reports whether a text begins with what stands for another character in
// many languages: a backslash and an n.
func escapes(text string) bool {
	return len(text) > 1 && text[0] == '\\' && strings.IndexByte(`nrt0x\`, text[1]) >= 0
}

// plainStart is how many characters of ASCII a text begins with that look like what they
// are. The last one is left out where a mark may belong to it.
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

// end marks where the line ends.
func (p *textPen) end(end string) {
	if p.look.bare && end == "\n" {
		return
	}
	if end == "\r\n" {
		p.put(`\r`, theme.Danger)
	}
	if end != "" && !p.look.bare {
		p.put(p.look.lineEnd, theme.Dim)
	}
}

// cut leaves so many cells of what was drawn, with the mark of what is lost.
func (p *textPen) cut(cells int, mark string) []frame.Span {
	room := cells - 1
	var kept []frame.Span
	for _, s := range p.spans {
		if s.Text = s.Text.Cut(room, ""); s.Text == "" {
			break
		}
		room -= s.Text.Width()
		kept = append(kept, s)
	}
	return append(kept, frame.Span{Text: safe.Clean(mark), Style: theme.Muted})
}
