package widget

import "ralsh/ui/safe"

// cut keeps the changes and so many lines around each; changes that near each
// other share a hunk. Of is how many lines the new text has.
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

// headOf names the changed lines of a hunk by their new numbers; where lines
// only went, by their old ones.
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
	return "@@ " + lineNumbers(first, last) + " of " + Count(of)
}

func lineNumbers(first, last int) safe.Text {
	if first == last {
		return "line " + Count(first)
	}
	return "lines " + Count(first) + "-" + Count(last)
}

// Number is the line number that is before the line: the old one of a line
// that goes, else the new one.
func (l DiffLine) Number() int {
	if l.New == 0 {
		return l.Old
	}
	return l.New
}
