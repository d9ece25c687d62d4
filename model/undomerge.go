package model

import (
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// unmerge takes what a run changed in a text out of what others made of it since:
// before is the text before the run, left what the run left, and now what it is.
// Each changed place must be found once: the lines that the run left there, with
// the lines next to them where these alone do not tell. It returns false where one
// is not found.
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

// hunk is a place where two texts differ.
type hunk struct {
	from, to    []string // lines of the first text, and of the second
	above, next string   // the lines of the first text next to it, "" at its begin and end
}

// hunks are the places where b differs from a, in order.
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

// find is where the hunk is in lines: the only place of its lines, else the only one
// with both lines next to it, or one of them.
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
