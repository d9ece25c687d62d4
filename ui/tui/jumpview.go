package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

func (j *jump) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	most := widget.CountOf(j.names(), "name")
	text := widget.Count(j.full) + " of " + most
	view, caret := j.field.View(min(60, width-8), j.sh.mode.Ellipsis())
	where := safe.Text("in all types, facts, runs and screens")
	if !rooms.Split {
		where = ""
	}
	lines := []frame.Line{
		frame.Title("jump", text, true),
		frame.Row{Cursor: true, Caret: 6 + caret, Cells: []frame.Cell{{At: frame.At(frame.Margin), Text: ":"}, {At: frame.At(6), Text: view}}, Evidence: where},
		nil,
	}
	slots := frame.Columns(j.columns(width, rooms), width, rooms.Columns)
	for _, i := range j.rows(max(1, rooms.Body-len(lines))) {
		lines = append(lines, j.found[i].row(slots, i == j.at))
	}
	if len(j.found) == 0 {
		lines = append(lines, frame.Text(j.nothing()))
	}
	return frame.Content{
		Body: []frame.Block{frame.One(lines)}, Message: j.message(),
		Keys: keyedTyping(j.sh, "open go|previous-value/next-value choose|next-pane complete|back back"),
	}
}

// rows are the matches to draw: those about the cursor, and the look for a name
// below them, whatever there is in between.
func (j *jump) rows(room int) []int {
	all, pinned := len(j.found), j.looksLast() && room > 1
	if pinned {
		all, room = all-1, room-1
	}
	var rows []int
	top := max(0, min(j.at, all-1)-room+1)
	for i := top; i < min(all, top+room); i++ {
		rows = append(rows, i)
	}
	if pinned {
		rows = append(rows, all)
	}
	return rows
}

func (j *jump) names() int { return len(j.places) + len(j.leaves) }

// columns are as wide as the kinds and names that were found, so that what each
// is stands near its name.
func (j *jump) columns(width int, rooms frame.Layout) []frame.Column {
	kind, name, state := 10, 28, 8
	if rooms.Split {
		name = 34
	}
	for _, m := range j.found {
		kind = max(kind, min(safe.Clean(m.kind).Width(), 20))
		name = max(name, safe.Clean(m.name).Width())
		state = max(state, safe.Clean(m.says()).Width())
	}
	const gaps = 3
	return []frame.Column{
		{Title: "kind", Min: 8, Ideal: kind},
		{Title: "name", Min: 16, Ideal: max(16, min(name, max(34, width-frame.Margin-kind-gaps-state))), Gap: 1},
		{Title: "state", Min: 8, Grow: 1, Drop: 1},
	}
}

func (j *jump) nothing() safe.Text {
	if j.places == nil || j.answered != j.number {
		return "names are being gathered"
	}
	text := "nothing like \"" + safe.Clean(j.field.Value()) + "\" among " + widget.CountOf(j.names(), "name")
	if j.near != "" {
		text += "; " + safe.Clean(j.near) + "?"
	}
	return text
}

func (j *jump) message() frame.Message {
	for _, t := range j.sh.session.Types() {
		if l := j.sh.listings.Of(t); l.Busy() {
			return frame.Message{Text: "names of " + safe.Clean(t.Name) + " are still being read, " + widget.Count(len(l.Entries)) + " so far"}
		}
	}
	return frame.Message{}
}
