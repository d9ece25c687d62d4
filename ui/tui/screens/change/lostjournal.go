package change

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// lostSoFar is shown during an apply whose journal cannot be written.
func lostSoFar(lost *journal.LostError) safe.Text {
	return "The journal cannot be written: " + safe.Clean(lost.Cause().Error()) + ". The apply continues, but its history may be incomplete."
}

// lostWords returns the sentences about an apply whose journal is incomplete or
// could not be closed: the changes, the missing entries, and the file.
func lostWords(err error) []safe.Text {
	if err == nil {
		return nil
	}
	lost, ok := errors.AsType[*journal.LostError](err)
	if !ok {
		return []safe.Text{safe.Clean(words.FirstLine(err.Error()))}
	}
	words := []safe.Text{"The changes were made, but the journal could not be written: " + safe.Clean(lost.Cause().Error()) + "."}
	var missing []string
	if len(lost.Steps) > 0 {
		missing = append(missing, kit.FewNames(lost.Steps))
	}
	if lost.End {
		missing = append(missing, fmt.Sprintf("the end of run %d, which the history shows as interrupted", lost.Run))
	}
	if len(missing) > 0 {
		words = append(words, safe.Clean("Incomplete in the journal: "+strings.Join(missing, "; ")+"."))
	}
	return append(words, safe.Clean("The file is "+lost.File))
}
