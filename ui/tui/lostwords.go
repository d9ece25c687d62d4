package tui

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
)

// lostSoFar is said while an apply goes on whose journal cannot be written.
func lostSoFar(lost *journal.LostError) safe.Text {
	return "The journal cannot be written: " + reason(lost) + ". The apply goes on; what is done is done, but it may not be in the history."
}

// lostWords are the sentences about an apply whose journal is not whole, or
// could not be looked after: what is so, what is not written down, and where.
func lostWords(err error) []safe.Text {
	if err == nil {
		return nil
	}
	lost, ok := errors.AsType[*journal.LostError](err)
	if !ok {
		return []safe.Text{safe.Clean(firstLine(err.Error()))}
	}
	words := []safe.Text{"What is done is done; the journal could not be written: " + reason(lost) + "."}
	var missing []string
	if len(lost.Steps) > 0 {
		missing = append(missing, few(lost.Steps))
	}
	if lost.End {
		missing = append(missing, fmt.Sprintf("the end of run %d, which history shows as cut off", lost.Run))
	}
	if len(missing) > 0 {
		words = append(words, safe.Clean("Not written down whole: "+strings.Join(missing, "; ")+"."))
	}
	return append(words, safe.Clean("It belongs in "+lost.File))
}

// reason is why a write failed, without the file, which is said beside it.
func reason(lost *journal.LostError) safe.Text {
	text := lost.Err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = text[i+2:]
	}
	return safe.Clean(text)
}

// fewest is how many of many are named.
const fewest = 3

// few names the first of many.
func few(names []string) string {
	if len(names) > fewest {
		return strings.Join(names[:fewest], ", ") + fmt.Sprintf(" and %d more", len(names)-fewest)
	}
	return strings.Join(names, ", ")
}
