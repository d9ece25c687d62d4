package widget

import (
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// cut keeps the changed lines and some lines of context around each. Changes
// near each other share a hunk. of is the number of lines of the new text.
func cut(all []DiffLine, context, of int) []Hunk {
	keep := make([]bool, len(all))
	for i := range all {
		if all[i].Side == Both {
			continue
		}
		for j := max(0, i-context); j <= min(len(all)-1, i+context); j++ {
			keep[j] = true
		}
	}
	var hunks []Hunk
	for i := 0; i < len(all); i++ {
		if !keep[i] {
			continue
		}
		from := i
		for i < len(all) && keep[i] {
			i++
		}
		hunks = append(hunks, Hunk{Head: headOf(all[from:i], of), Lines: all[from:i]})
	}
	return hunks
}

// headOf names the changed lines of a hunk by their new numbers. If lines were
// only removed, it names their old numbers.
func headOf(lines []DiffLine, of int) safe.Text {
	first, last, gone, goneLast := 0, 0, 0, 0
	for _, l := range lines {
		switch {
		case l.Side == Should:
			if first == 0 {
				first = l.New
			}
			last = l.New
		case l.Side == Is:
			if gone == 0 {
				gone = l.Old
			}
			goneLast = l.Old
		}
	}
	if first == 0 {
		return "@@ without " + lineNumbers(gone, goneLast)
	}
	return "@@ " + lineNumbers(first, last) + " of " + words.Count(of)
}

func lineNumbers(first, last int) safe.Text {
	if first == last {
		return "line " + words.Count(first)
	}
	return "lines " + words.Count(first) + "-" + words.Count(last)
}

// Number returns the number that is shown before the line: the new number, or
// the old number of a removed line.
func (l DiffLine) Number() int {
	if l.New == 0 {
		return l.Old
	}
	return l.New
}
