package main

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
)

// normalise puts fixed text in place of what differs from run to run: measured
// times, clocks, the name of the work folder, lines of source, and what the masks match. Times
// may have other widths in the next run, so a line is set again as the program
// would have set it: what is right-aligned stays at the right.
func normalise(b *uv.Buffer, folder string, masks, drops []*regexp.Regexp) {
	folders := regexp.MustCompile(regexp.QuoteMeta(folder))
	cutFolder := regexp.MustCompile(`/tmp/r[alsh-]*[…>]\d+|/tmp/ralsh-\d+[…>]`) // where there is no room for it
	source := regexp.MustCompile(`\.go:\d+`)                                    // it moves with each edit
	clock := regexp.MustCompile(`\b[0-2]\d:[0-5]\d(:[0-5]\d(\.\d{3})?)?\b`)
	date := regexp.MustCompile(`\b20\d\d-[01]\d-[0-3]\d\b`)
	for _, line := range b.Lines {
		overwrite(line, date, func(string) string { return "2027-03-04" })
		overwrite(line, folders, func(string) string { return pinnedFolder })
		overwrite(line, cutFolder, func(found string) string { return strings.Map(zero, found) })
		overwrite(line, source, func(found string) string { return strings.Map(zero, found) })
		overwrite(line, clock, func(found string) string { return "12:04:31.204"[:len(found)] })
		for _, m := range masks {
			overwrite(line, m, func(found string) string { return strings.Map(hide, found) })
		}
		for _, d := range drops {
			overwrite(line, d, func(found string) string { return strings.Repeat(" ", len([]rune(found))) })
		}
		pinTimes(line)
		pinSwell(line)
		fillCursorRow(line)
		clearBlanks(line)
	}
}

// zero is the number of every folder that was cut, and of every line of source.
func zero(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return r
}

// pinSwell stills the sign of what works, which swells twice a second: it stands
// alone, at the left of a pane.
func pinSwell(line uv.Line) {
	for x := 2; x+1 < len(line); x++ {
		if line[x].Content == "O" && line[x-1].Content == " " && line[x+1].Content == " " {
			line[x].Content = "o"
		}
	}
}

// fillCursorRow gives the row with the cursor its tint up to the end of the line or
// of its pane. The terminal leaves out cells at the end that were erased rather than
// written, and which of the two the program did depends on what was there before.
func fillCursorRow(line uv.Line) {
	for x, bar := range line {
		if bar.Content != "▌" && bar.Content != "▏" || bar.Style.Bg == nil {
			continue
		}
		for i := x + 1; i < len(line) && line[i].Content != "│"; i++ {
			if line[i].Content == " " && line[i].Style.Bg == nil {
				line[i].Style.Bg = bar.Style.Bg
			}
		}
	}
}

// clearBlanks takes the style from spaces on which it cannot be seen. How many
// of the spaces before a time are faint depends on its width.
func clearBlanks(line uv.Line) {
	for x, c := range line {
		seen := c.Style.Bg != nil || c.Style.Underline != uv.UnderlineNone ||
			c.Style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) != 0
		if c.Content == " " && !seen {
			line[x] = uv.EmptyCell
		}
	}
}

// pinTimes handles what was measured: `12 ms`, `0.2 ms`, `1.9 s`, and numbers of
// processes. On a slow machine what takes milliseconds takes seconds. Whole seconds
// are settings, such as a deadline, and stay.
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

// atEnd is what follows the last text of a line, or of a pane.
var atEnd = regexp.MustCompile(`^( ?[│┃|]| [─━-]+([╮┓+]|\s*$)|\s*$)`)

// swap replaces the cells from start to end by text and returns where the text
// then ends. At the end of a line or a pane the nearest fill before it grows or shrinks,
// else the nearest one after it.
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
		// Right behind a border, as of a layer, only the spaces between can give way.
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

// blankFrom is where the spaces before start begin.
func blankFrom(cells []rune, start int) int {
	for start > 0 && cells[start-1] == ' ' {
		start--
	}
	return start
}

// stretch repeats or cuts the end of a fill by so many cells; of an empty one
// nothing is left to repeat.
func stretch(fill uv.Line, grow int) uv.Line {
	out := append(uv.Line{}, fill[:min(len(fill), len(fill)+grow)]...)
	for range min(grow, grow*len(fill)) {
		out = append(out, fill[len(fill)-1])
	}
	return out
}

// margin is how wide the left one is.
const margin = 4

// fillBefore finds the last run of three or more fill characters that ends
// before end. Behind a text that was cut two right before end are enough: nothing
// else of such a line can move. The margin at the start of the line never does.
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

// fillAfter finds the first run of two or more fill characters from start on,
// or the empty end of the line.
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

// overwrite changes cells in place; with gives as many characters as it gets.
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

// plain is the line as text with exactly one rune for each cell.
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
