package widget

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"ralsh/ui/safe"
)

// Limits of comparing contents: more is said, not shown.
const (
	LargestContent = 4 << 20 // bytes of one side
	MostLines      = 200_000 // of both; go-diff panics above some 1.1 million
)

// Hunk is a part of a file with changes and some lines around them.
type Hunk struct {
	Head  safe.Text // "@@ line 8 of 37"
	Lines []DiffLine
}

// Contents compares two texts line by line and the changed lines by character,
// with context (1 to 3) lines around. After the timeout the difference is coarser:
// more lines than needed, without marks. 0 is no bound, and the only value with
// which two runs always agree; contents that have nothing in common then take
// time with the square of their size. The note is not empty where nothing could
// be compared, and says why.
func Contents(is, should string, context int, timeout time.Duration) (hunks []Hunk, note safe.Text) {
	sizes := CountOf(len(is), "byte") + safe.Arrow + CountOf(len(should), "byte")
	switch {
	case strings.ContainsRune(is+should, 0):
		return nil, "not text: " + sizes
	case len(is) > LargestContent || len(should) > LargestContent,
		strings.Count(is, "\n")+strings.Count(should, "\n") > MostLines:
		return nil, "too large to compare here: " + sizes
	}
	all := compare(is, should, newBudget(timeout))
	return cut(all, max(1, min(context, 3)), strings.Count(should, "\n")+unended(should)), ""
}

// Lines is how many lines a text has; one without a newline at its end counts.
func Lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// compare is the whole file as lines of a difference.
func compare(is, should string, within budget) []DiffLine {
	d := diffmatchpatch.New()
	d.DiffTimeout, _ = within.left()
	a, b, known := d.DiffLinesToRunes(is, should)
	var out []DiffLine
	var gone, fresh []string
	old, young := 0, 0
	flush := func() {
		out = append(out, replaced(gone, fresh, old, young, within)...)
		old, young = old+len(gone), young+len(fresh)
		gone, fresh = nil, nil
	}
	for _, part := range d.DiffCharsToLines(d.DiffMainRunes(a, b, false), known) {
		lines := strings.SplitAfter(part.Text, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		switch part.Type {
		case diffmatchpatch.DiffDelete:
			gone = append(gone, lines...)
		case diffmatchpatch.DiffInsert:
			fresh = append(fresh, lines...)
		default:
			flush()
			for _, line := range lines {
				old, young = old+1, young+1
				both := text{line: clean(line)}.lines(Both, young)[0]
				both.Old = old
				out = append(out, both)
			}
		}
	}
	flush()
	return out
}

// replaced is a run of lines gone and new ones in their place: the first with
// the first, and so on, are compared by characters.
func replaced(gone, fresh []string, old, young int, within budget) []DiffLine {
	var minus, plus []DiffLine
	for i := range max(len(gone), len(fresh)) {
		var a, b text
		switch {
		case i >= len(gone):
			b = text{line: clean(fresh[i])}
		case i >= len(fresh):
			a = text{line: clean(gone[i])}
		default:
			a, b = marked(clean(gone[i]), clean(fresh[i]), within)
		}
		if i < len(gone) {
			minus = append(append(minus, a.lines(Is, old+i+1)...), ending(gone[i], Is)...)
		}
		if i < len(fresh) {
			plus = append(append(plus, b.lines(Should, young+i+1)...), ending(fresh[i], Should)...)
		}
	}
	return append(minus, plus...)
}

// clean is a line as it is shown. A backslash before a letter that it would make a
// control of is doubled: a typed \t is not the tab that is shown as \t. A byte that is
// not UTF-8 is shown by its number, \xe9, and so is a blank that ends the line, \x20.
func clean(line string) safe.Text {
	line = strings.TrimSuffix(line, "\n")
	line, blank := strings.CutSuffix(line, " ")
	if blank {
		return shown(line) + `\x20`
	}
	return shown(line)
}

func shown(line string) safe.Text {
	if utf8.ValidString(line) && !strings.Contains(line, `\`) {
		return safe.Clean(line)
	}
	var b strings.Builder
	for i := 0; i < len(line); {
		_, size := utf8.DecodeRuneInString(line[i:])
		if size == 1 && line[i] >= utf8.RuneSelf {
			fmt.Fprintf(&b, `\x%02x`, line[i])
		} else {
			b.WriteString(line[i : i+size])
		}
		if line[i] == '\\' && i+1 < len(line) && strings.IndexByte(`nrtx\`, line[i+1]) >= 0 {
			b.WriteByte('\\')
		}
		i += size
	}
	return safe.Clean(b.String())
}

// ending says of a last line that its newline is missing, as diff(1) does: it
// can be all that differs.
func ending(line string, of Side) []DiffLine {
	if strings.HasSuffix(line, "\n") {
		return nil
	}
	none := text{line: `\ no newline at the end`}.lines(Both, 0)[0]
	none.Side, none.Of = Marks, of
	return []DiffLine{none}
}

func unended(s string) int {
	if s == "" || strings.HasSuffix(s, "\n") {
		return 0
	}
	return 1
}
