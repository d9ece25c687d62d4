package widget

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// Limits for comparing contents. Larger contents are not compared.
const (
	largestContent = 4 << 20 // bytes of one side
	mostLines      = 200_000 // lines of both sides; go-diff panics above about 1.1 million
)

// Hunk is a part of a file with changes and some lines around them.
type Hunk struct {
	Head  safe.Text // "@@ line 8 of 37"
	Lines []DiffLine
}

// Contents compares two texts line by line, and changed lines by character,
// with 1 to 3 lines of context. After the timeout the difference is coarser: it
// has more lines than needed, and no marks. A timeout of 0 sets no limit; only
// then do two runs always agree, and completely different contents take time
// quadratic in their size. If the texts cannot be compared, the note is the
// reason.
func Contents(is, should string, context int, timeout time.Duration) (hunks []Hunk, note safe.Text) {
	sizes := words.CountOf(len(is), "byte") + safe.Arrow + words.CountOf(len(should), "byte")
	switch {
	case strings.ContainsRune(is+should, 0):
		return nil, "not text: " + sizes
	case len(is) > largestContent || len(should) > largestContent,
		strings.Count(is, "\n")+strings.Count(should, "\n") > mostLines:
		return nil, "larger than the limit for a comparison: " + sizes
	}
	all := compare(is, should, newBudget(timeout))
	return cut(all, max(1, min(context, 3)), strings.Count(should, "\n")+unended(should)), ""
}

// Lines counts the lines of a text. A last line without a newline counts.
func Lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// compare returns the whole texts as lines of a difference.
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

// replaced returns removed lines and the new lines that replace them. The first
// line is compared by characters with the first, and so on.
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

// clean formats a line. It doubles a backslash before a letter that would look
// like a control character, so that a typed \t differs from a tab, which is
// shown as \t. A byte that is not UTF-8 is shown as \xe9, and a blank at the
// end of the line as \x20.
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

// NoNewline is the text of diff(1) below a line without a newline.
const NoNewline = `\ No newline at end of file`

// ending reports a missing newline at the end of a text, as diff(1) does,
// because it may be the only difference.
func ending(line string, of Side) []DiffLine {
	if strings.HasSuffix(line, "\n") {
		return nil
	}
	none := text{line: NoNewline}.lines(Both, 0)[0]
	none.Side, none.Of = Marks, of
	return []DiffLine{none}
}

func unended(s string) int {
	if s == "" || strings.HasSuffix(s, "\n") {
		return 0
	}
	return 1
}

// budget is the remaining time for a comparison. The zero value never ends.
type budget struct{ until time.Time }

func newBudget(timeout time.Duration) budget {
	if timeout <= 0 {
		return budget{}
	}
	return budget{until: time.Now().Add(timeout)}
}

// left returns the timeout for go-diff, in which 0 and less mean no limit. It
// returns false once the time is over.
func (b budget) left() (time.Duration, bool) {
	if b.until.IsZero() {
		return 0, true
	}
	d := time.Until(b.until)
	return max(d, 1), d > 0
}
