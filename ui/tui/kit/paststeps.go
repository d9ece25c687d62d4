package kit

import (
	"context"
	"strconv"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// Past is a step of a run about an instance.
type Past struct {
	Run     int
	When    time.Time
	By      string
	Changed string // the names of the properties
	Status  string
}

// PastsOf returns the latest steps of the journal about an instance, the newest
// first.
func PastsOf(ctx context.Context, session *model.Session, inst *ral.Instance) []Past {
	const most, runs = 8, 200
	var list []Past
	n := 0
	for rec, err := range session.History.Each() {
		if n++; n > runs || len(list) == most || ctx.Err() != nil {
			break
		}
		if err != nil || rec == nil || rec.Root != session.WholeRoot() {
			continue
		}
		for i := range rec.Steps {
			st := &rec.Steps[i]
			if st.Type != inst.Type.Name || st.Title != inst.Name {
				continue
			}
			var parts []string
			for _, c := range st.Changes {
				parts = append(parts, c.Property)
			}
			list = append(list, Past{rec.Number, rec.Began, rec.User, strings.Join(parts, ", "), strings.ReplaceAll(st.Status, "_", " ")})
		}
	}
	return list
}

// PastRows returns a head and a row for each step.
func PastRows(sh *Shared, pasts []Past) []frame.Line {
	lines := []frame.Line{frame.Title("history", words.CountOf(len(pasts), "run"), false)}
	for _, p := range pasts {
		when := WhenText(sh, p.When)
		lines = append(lines, frame.Row{Prose: true, Evidence: safe.Clean(p.Status), Cells: []frame.Cell{
			{At: frame.Slot{Col: 1, Width: 8}, Text: "run " + safe.Clean(strconv.Itoa(p.Run)), Style: theme.Muted},
			{At: frame.Slot{Col: 10, Width: 16}, Text: safe.Clean(when[:min(len(when), 16)]), Style: theme.Muted},
			{At: frame.Slot{Col: 28, Width: 8}, Text: safe.Clean(p.By), Style: theme.Muted},
			{At: frame.At(37), Text: safe.Clean(p.Changed)},
		}})
	}
	return lines
}

// DocumentationRows returns a head and the documentation of a type, or nil.
func DocumentationRows(t *ral.Type, width int) []frame.Line {
	doc := Paragraph(t.Doc)
	if doc == "" {
		return nil
	}
	return append([]frame.Line{frame.Title("documentation", safe.Clean(t.Name), false)}, MutedRows(safe.Clean(strings.TrimSpace(doc)), width)...)
}
