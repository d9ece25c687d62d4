package undo

import (
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// unmerge removes a run's changes from a text that other programs changed after it.
// before is the text before the run, left the text after it, and now the current text.
// Each change must have a unique position in now: that of its lines, or of its lines
// with their neighbours. Otherwise it returns false.
func unmerge(before, left, now string) (string, bool) {
	lines := slices.Collect(strings.Lines(now))
	for _, h := range slices.Backward(hunks(left, before)) {
		at, ok := h.find(lines)
		if !ok {
			return "", false
		}
		lines = slices.Replace(lines, at, at+len(h.from), h.to...)
	}
	for i := range len(lines) - 1 {
		if !strings.HasSuffix(lines[i], "\n") {
			lines[i] += "\n" // it was the last line
		}
	}
	return strings.Join(lines, ""), true
}

// hunk is a difference between two texts.
type hunk struct {
	from, to    []string // lines of the first and of the second text
	above, next string   // adjacent lines of the first text, "" at its begin and end
}

// hunks returns the differences of b from a, in order.
func hunks(a, b string) (list []hunk) {
	d := diffmatchpatch.New()
	x, y, all := d.DiffLinesToRunes(a, b)
	var open *hunk
	above := ""
	for _, part := range d.DiffCharsToLines(d.DiffMainRunes(x, y, false), all) {
		lines := slices.Collect(strings.Lines(part.Text))
		if part.Type == diffmatchpatch.DiffEqual {
			if open != nil {
				open.next = lines[0]
				list, open = append(list, *open), nil
			}
			above = lines[len(lines)-1]
			continue
		}
		if open == nil {
			open = &hunk{above: above}
		}
		if part.Type == diffmatchpatch.DiffDelete {
			open.from = append(open.from, lines...)
		} else {
			open.to = append(open.to, lines...)
		}
	}
	if open != nil {
		list = append(list, *open)
	}
	return list
}

// find returns the position of the hunk in lines: the only position of its lines,
// otherwise the only position with one or both of the adjacent lines.
func (h hunk) find(lines []string) (int, bool) {
	is := func(i int, line string) bool {
		if i < 0 || i >= len(lines) {
			return line == ""
		}
		return lines[i] == line
	}
	for _, fits := range []func(i int) bool{
		func(int) bool { return len(h.from) > 0 },
		func(i int) bool { return is(i-1, h.above) && is(i+len(h.from), h.next) },
		func(i int) bool { return is(i-1, h.above) },
		func(i int) bool { return is(i+len(h.from), h.next) },
	} {
		var found []int
		for i := 0; i+len(h.from) <= len(lines); i++ {
			if slices.Equal(lines[i:i+len(h.from)], h.from) && fits(i) {
				found = append(found, i)
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
	}
	return 0, false
}
