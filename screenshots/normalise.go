package main

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
)

// normalise replaces text that differs between runs with fixed text: measured times,
// clocks, the name of the work directory, line numbers of source, and matches of the
// masks. A time may have another width in the next run, so the line is laid out again
// as the program would do it: right-aligned text stays at the right.
func normalise(b *uv.Buffer, dir string, masks, drops []*regexp.Regexp) {
	dirs := regexp.MustCompile(regexp.QuoteMeta(dir))
	cutFolder := regexp.MustCompile(`/tmp/r[alsh-]*[…>]\d+|/tmp/ralsh-\d+[…>]`) // shortened for lack of space
	source := regexp.MustCompile(`\.go:\d+`)                                    // changes with each edit
	clock := regexp.MustCompile(`\b[0-2]\d:[0-5]\d(:[0-5]\d(\.\d{3})?)?\b`)
	date := regexp.MustCompile(`\b20\d\d-[01]\d-[0-3]\d\b`)
	for _, line := range b.Lines {
		overwrite(line, date, func(string) string { return "2027-03-04" })
		overwrite(line, dirs, func(string) string { return pinnedDir })
		overwrite(line, cutFolder, func(found string) string { return strings.Map(zero, found) })
		overwrite(line, source, func(found string) string { return strings.Map(zero, found) })
		overwrite(line, clock, func(found string) string { return "12:04:31.204"[:len(found)] })
		for _, m := range masks {
			overwrite(line, m, func(found string) string { return strings.Map(hide, found) })
		}
		for _, d := range drops {
			overwrite(line, d, func(found string) string { return strings.Map(blank, found) })
		}
		pinTimes(line)
		pinSwell(line)
		fillCursorRow(line)
		clearBlanks(line)
	}
}

// blank replaces everything but the border at the end of a row.
func blank(r rune) rune {
	if strings.ContainsRune(borders, r) {
		return r
	}
	return ' '
}

// zero replaces the digits of shortened directories and of source lines by 0.
func zero(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return r
}

// pinSwell fixes the activity marker, which pulses twice a second. It is alone at the
// left of a pane.
func pinSwell(line uv.Line) {
	for x := 2; x+1 < len(line); x++ {
		if line[x].Content == "O" && line[x-1].Content == " " && line[x+1].Content == " " {
			line[x].Content = "o"
		}
	}
}

// fillCursorRow extends the background of the cursor's row to the end of the line or
// of its pane. The terminal omits trailing cells that were erased and not written,
// and which of the two the program did depends on the previous screen.
func fillCursorRow(line uv.Line) {
	for x, bar := range line {
		if bar.Content != "▌" && bar.Content != "▏" || bar.Style.Bg == nil {
			continue
		}
		for i := x + 1; i < len(line) && !strings.Contains(borders, line[i].Content); i++ {
			if line[i].Content == " " && line[i].Style.Bg == nil {
				line[i].Style.Bg = bar.Style.Bg
			}
		}
	}
}

// borders are the characters at the right of a row: the border of its pane, also in
// the title of the pane beside it, and the thumb.
const borders = "│┃╭╮╰╯┏┓┗┛"

// clearBlanks removes invisible styles from spaces. How many of the spaces before a
// time are faint depends on its width.
func clearBlanks(line uv.Line) {
	for x, c := range line {
		seen := c.Style.Bg != nil || c.Style.Underline != uv.UnderlineNone ||
			c.Style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) != 0
		if c.Content == " " && !seen {
			line[x] = uv.EmptyCell
		}
	}
}

// pinTimes replaces measurements: `12 ms`, `0.2 ms`, `1.9 s`, and process numbers. On
// a slow machine milliseconds become seconds. Whole seconds are settings, such as a
// deadline, and stay.
func pinTimes(line uv.Line) {
	measured := regexp.MustCompile(`\b\d[\d,]*(\.\d+)? ms\b|\b\d+\.\d s\b|\bprocess \d+\b|\busermod(, | \()\d+\b`)
	for from := 0; ; {
		text := plain(line)
		rest := string([]rune(text)[from:])
		at := measured.FindStringIndex(rest)
		if at == nil {
			return
		}
		start := from + utf8.RuneCountInString(rest[:at[0]])
		from = swap(line, start, start+at[1]-at[0], pinned(rest[at[0]:at[1]]))
	}
}

func pinned(found string) string {
	if tool := strings.TrimRight(found, "0123456789"); tool != found {
		return tool + "4711"
	}
	return "1 ms"
}

// atEnd matches the end of a line or of a pane after its last text.
var atEnd = regexp.MustCompile(`^( ?[│┃|]| [─━-]+([╮┓+]|\s*$)|\s*$)`)

// swap replaces the cells from start to end with text, and returns where the text
// ends then. At the end of a line or a pane, the nearest fill before it grows or
// shrinks, otherwise the nearest one after it.
func swap(line uv.Line, start, end int, text string) int {
	cells := []rune(plain(line))
	grow := end - start - len(text)
	style := line[start].Style
	old := append(uv.Line{}, line...)
	put := func(parts ...uv.Line) {
		var set uv.Line
		for _, p := range parts {
			set = append(set, p...)
		}
		for len(set) < len(line) {
			set = append(set, uv.EmptyCell)
		}
		copy(line, set)
	}
	token := make(uv.Line, len(text))
	for i, r := range text {
		token[i] = uv.Cell{Content: string(r), Width: 1, Style: style}
	}
	if atEnd.MatchString(string(cells[end:])) {
		// Right after a border, as of a layer, only the spaces between can shrink.
		if from := blankFrom(cells, start); from > 0 && strings.ContainsRune("│┃|", cells[from-1]) && start-from+grow >= 0 {
			spaces := make(uv.Line, start-from+grow)
			for i := range spaces {
				spaces[i] = uv.EmptyCell
			}
			put(old[:from], spaces, token, old[end:])
			return start + grow + len(text)
		}
		if from, to := fillBefore(cells, start); to-from+grow > 0 && to > from {
			put(old[:from], stretch(old[from:to], grow), old[to:start], token, old[end:])
			return start + grow + len(text)
		}
	}
	from, to := fillAfter(cells, end)
	if to-from+grow <= 0 {
		return end
	}
	put(old[:start], token, old[end:from], stretch(old[from:to], grow), old[to:])
	return start + len(text)
}

// blankFrom returns the start of the spaces before start.
func blankFrom(cells []rune, start int) int {
	for start > 0 && cells[start-1] == ' ' {
		start--
	}
	return start
}

// stretch repeats or cuts the end of a fill by this many cells. It cannot extend an
// empty fill.
func stretch(fill uv.Line, grow int) uv.Line {
	out := append(uv.Line{}, fill[:min(len(fill), len(fill)+grow)]...)
	for range min(grow, grow*len(fill)) {
		out = append(out, fill[len(fill)-1])
	}
	return out
}

// margin is the width of the left margin.
const margin = 4

// fillBefore returns the last run of three or more fill characters before end. After
// shortened text, two characters right before end are enough, because nothing else in
// such a line can move. It never returns the left margin.
func fillBefore(cells []rune, end int) (from, to int) {
	for to = end; to > 0; to = from {
		for from = to - 1; from > 0 && cells[from-1] == cells[to-1]; {
			from--
		}
		least := 3
		if to == end && from > 0 && cells[from-1] == '…' {
			least = 2
		}
		if to-max(from, margin) >= least && isFill(cells[from]) {
			return from, to
		}
	}
	return 0, 0
}

// fillAfter returns the first run of two or more fill characters from start on, or
// the empty end of the line.
func fillAfter(cells []rune, start int) (from, to int) {
	for from = start; from < len(cells); from = to {
		for to = from + 1; to < len(cells) && cells[to] == cells[from]; {
			to++
		}
		if to-from >= 2 && isFill(cells[from]) {
			return from, to
		}
	}
	return len(cells), len(cells)
}

func isFill(r rune) bool { return strings.ContainsRune(" ─━-=", r) }

// overwrite changes cells in place. with must return as many characters as it gets.
func overwrite(line uv.Line, what *regexp.Regexp, with func(string) string) {
	text := plain(line)
	for _, at := range what.FindAllStringIndex(text, -1) {
		x := utf8.RuneCountInString(text[:at[0]])
		for _, r := range with(text[at[0]:at[1]]) {
			if line[x].Width == 1 {
				line[x].Content = string(r)
			}
			x++
		}
	}
}

func hide(r rune) rune {
	switch {
	case unicode.IsDigit(r):
		return '0'
	case unicode.IsLetter(r):
		return 'x'
	}
	return r
}

// plain returns the text of a line, with exactly one rune for each cell.
func plain(line uv.Line) string {
	var b strings.Builder
	for _, c := range line {
		r, _ := utf8.DecodeRuneInString(c.Content)
		if c.Width == 0 {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}
