package journal_test

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
)

// TestMarks lists runs, of which all but the first are undos, and holds the undo that
// decides the mark of each run.
func TestMarks(t *testing.T) {
	part := `"status":"changed","changed":1,"incomplete":true`
	whole := `"status":"changed","changed":1`
	type undo struct {
		of  int
		end string
	}
	for name, c := range map[string]struct {
		undos    []undo
		finished int
		want     string
	}{
		"undone":                       {[]undo{{1, whole}}, 0, "1 by 2"},
		"redone":                       {[]undo{{1, whole}, {2, whole}}, 0, "2 by 3"},
		"partly":                       {[]undo{{1, part}}, 0, "1 partly by 2"},
		"failed":                       {[]undo{{1, `"status":"failed","failed":1`}}, 0, ""},
		"failed halfway":               {[]undo{{1, `"status":"failed","changed":1,"failed":1`}}, 0, "1 partly by 2"},
		"the rest":                     {[]undo{{1, part}, {1, whole}}, 0, "1 by 3"},
		"the first part is undone":     {[]undo{{1, part}, {1, whole}, {2, whole}}, 0, "2 by 4, 1 partly by 3"},
		"the first part is redone":     {[]undo{{1, part}, {1, whole}, {2, whole}, {4, whole}}, 0, "4 by 5, 1 by 3"},
		"the rest is undone":           {[]undo{{1, part}, {1, whole}, {3, whole}}, 0, "3 by 4, 1 partly by 2"},
		"an earlier undo was undone":   {[]undo{{1, part}, {2, whole}, {1, whole}}, 0, "2 by 3, 1 by 4"},
		"partly redone":                {[]undo{{1, whole}, {2, part}}, 0, "2 partly by 3, 1 partly by 2"},
		"partly, and finished":         {[]undo{{1, part}}, 2, "1 by 2"},
		"part is undone, and finished": {[]undo{{1, part}, {1, whole}, {2, whole}}, 3, "2 by 4, 1 by 3"},
	} {
		t.Run(name, func(t *testing.T) {
			state, err := ownfiles.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for i, u := range append([]undo{{0, whole}}, c.undos...) {
				text := fmt.Sprintf(`{"t":"opened","format":2,"run":%d,"undo_of":%d}`+"\n"+`{"t":"closed",%s}`+"\n", i+1, u.of, u.end)
				if err := state.Append(fmt.Sprintf("runs/%06d.jsonl", i+1), []byte(text), false); err != nil {
					t.Fatal(err)
				}
			}
			if c.finished > 0 {
				if err := journal.FinishUndos(state, &journal.Record{Number: 1, PartlyBy: c.finished}); err != nil {
					t.Fatal(err)
				}
			}
			runs, err := journal.List(state, 0)
			if err != nil {
				t.Fatal(err)
			}
			var marks []string
			for _, rec := range runs {
				if rec.UndoneBy > 0 {
					marks = append(marks, fmt.Sprintf("%d by %d", rec.Number, rec.UndoneBy))
				}
				if rec.PartlyBy > 0 {
					marks = append(marks, fmt.Sprintf("%d partly by %d", rec.Number, rec.PartlyBy))
				}
			}
			if got := strings.Join(marks, ", "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
