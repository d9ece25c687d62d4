package change

import (
	"testing"

	"ralsh/model/undo"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// A result counts the promised changes that were not undone, without the notes.
func TestUndoLacks(t *testing.T) {
	note := journal.NotUndoable{Ref: "User[bob]", Partial: true, Final: true}
	moved := journal.NotUndoable{Ref: "User[eve]", Reason: "it changed after the run"}
	for name, c := range map[string]struct {
		left []journal.NotUndoable
		want safe.Text
	}{
		"all":          {nil, "done"},
		"a note":       {[]journal.NotUndoable{note}, "done"},
		"not promised": {[]journal.NotUndoable{{Ref: "User[bob]", Property: "password", Final: true, Known: true}}, "done"},
		"one":          {[]journal.NotUndoable{note, moved}, "done; 1 change of run 3 was not undone"},
		"two":          {[]journal.NotUndoable{moved, moved}, "done; 2 changes of run 3 were not undone"},
	} {
		u := undoSummary{run: 3, undo: &undo.Undo{NotUndoable: c.left}}
		if m := u.lack(frame.Message{Text: "done"}); m.Text != c.want {
			t.Errorf("%s: %q", name, m.Text)
		}
	}
}
