package jump

import (
	"strings"
	"time"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// The width and height of the jump palette as a layer. The height does not
// depend on the matches, so that the palette does not move while the user
// types.
const (
	jumpWide = 104
	jumpRows = 22
)

func (j *Screen) View(width, height int) frame.Content {
	b := kit.BoxOf(j.sh, width, height, jumpWide)
	const stays = 2 // visible rows of the screen below
	if b.Layer {
		b.Rows = min(jumpRows, b.Rows-stays)
	}
	text := j.counted()
	view, caret := j.field.Line(max(1, b.Cells-text.Width()-6), j.sh.Mode.Ellipsis())
	lines := []frame.Line{
		frame.Title("jump", "names first, then values", true),
		frame.Row{Prose: true, Caret: 3 + caret, Cells: []frame.Cell{{At: frame.At(1), Text: ":", Style: theme.Accent}, {At: frame.At(3), Text: view, Style: theme.Strong}}, Evidence: text},
		frame.Hairline{},
	}
	below := j.below(b.Cells)
	body := j.rows(b.Cells, max(1, b.Rows+1-len(lines)-len(below)))
	lines = append(lines, body...)
	for len(lines)+len(below) < b.Rows+1 {
		lines = append(lines, nil)
	}
	c := b.Content(append(lines, below...), "")
	c.Keys = j.Actions().TypingKeys(j.sh, kit.TypingPrefix)
	return c
}

// counted returns the number of matches, and of the searched names and values.
func (j *Screen) counted() safe.Text {
	names := words.Count(j.full) + " of " + words.CountOf(j.names(), "name")
	if j.valued != j.number || j.field.Value() == "" {
		return names
	}
	values := words.Count(j.matched) + " of " + words.CountOf(j.searched, "value")
	if j.full == 0 {
		return values
	}
	return words.CountOf(j.full, "name") + ", " + values
}

// rows returns the visible matches, names first, each part around the cursor.
func (j *Screen) rows(cells, room int) []frame.Line {
	if j.many() == 0 {
		return []frame.Line{frame.Text(j.nothing())}
	}
	heads := 0
	if len(j.values) > 0 {
		heads = 1 + min(1, len(j.found))
	}
	values := min(len(j.values), max(0, room-heads-len(j.found)))
	if half := (room - heads) / 2; values < half {
		values = min(len(j.values), half)
	}
	var lines []frame.Line
	if len(j.found) > 0 {
		if heads > 0 {
			lines = append(lines, frame.Title("names", words.Count(max(j.full, len(j.found))), false))
		}
		slots := frame.Columns(j.columns(cells), cells, j.few(cells, 2))
		for _, i := range j.seen(max(1, room-heads-values)) {
			lines = append(lines, j.found[i].row(slots, i == j.at))
		}
	}
	if values <= 0 {
		return lines
	}
	text := words.Count(j.matched)
	if len(j.found) == 0 {
		text = "no name contains it"
	}
	lines = append(lines, frame.Title("values", text, false))
	slots := frame.Columns(j.valueColumns(cells), cells, j.few(cells, 3))
	at := j.at - len(j.found)
	top := max(0, min(at, len(j.values)-1)-values+1)
	for i := top; i < top+values; i++ {
		lines = append(lines, j.values[i].valueRow(slots, i == at, j.sh.Mode.Ellipsis()))
	}
	return lines
}

// few returns the maximum number of columns on a narrow screen; 0 means all.
func (j *Screen) few(cells, n int) int {
	if cells < frame.NarrowWidth-4 {
		return n
	}
	return 0
}

// seen returns the visible names around the cursor, and always the unlisted
// resource below them.
func (j *Screen) seen(room int) []int {
	all, pinned := len(j.found), j.searchesLast() && room > 1
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

func (j *Screen) names() int { return j.places.count() + len(j.leaves) }

// columns returns columns as wide as their content, so that the state is near
// the name.
func (j *Screen) columns(cells int) []frame.Column {
	kind, name, state := 10, 28, 8
	for _, m := range j.found {
		kind = max(kind, min(safe.Clean(m.kind).Width(), 20))
		name = max(name, safe.Clean(m.name).Width())
		state = max(state, safe.Clean(m.note()).Width())
	}
	const gaps, most = 3, 34
	return []frame.Column{
		{Title: "kind", Min: 8, Ideal: kind},
		{Title: "name", Min: 16, Ideal: max(16, min(name, max(most, cells-frame.Margin-kind-gaps-state))), Gap: 1},
		{Title: "state", Min: 8, Grow: 1, Drop: 1},
	}
}

// valueColumns returns the columns kind, name, property, value and source.
func (j *Screen) valueColumns(cells int) []frame.Column {
	kind, name, attr, from := 8, 12, 8, 4
	for _, m := range j.values {
		kind = max(kind, min(safe.Clean(m.kind).Width(), 20))
		name = max(name, min(safe.Clean(m.name).Width(), cells/4))
		attr = max(attr, min(safe.Clean(m.attr).Width(), 20))
		from = max(from, min(safe.Clean(m.source).Width(), cells/4))
	}
	return []frame.Column{
		{Title: "kind", Min: 8, Ideal: kind},
		{Title: "name", Min: 12, Ideal: name, Gap: 1},
		{Title: "property", Min: 8, Ideal: attr},
		{Title: "value", Min: 12, Grow: 1},
		{Title: "read from", Min: min(from, 14), Ideal: from, Right: true, Middle: true, Drop: 1},
	}
}

func (j *Screen) nothing() safe.Text {
	if j.places.sh == nil || j.answered != j.number {
		return "names are being gathered"
	}
	typed := safe.Clean(j.field.Value())
	if j.valued != j.number && typed != "" {
		return "values are being searched"
	}
	text := "no match of \"" + typed + "\" in " + words.CountOf(j.names(), "name") + " and " + words.CountOf(j.searched, "value")
	if j.near != "" {
		text += " (did you mean \"" + safe.Clean(j.near) + "\"?)"
	}
	return text
}

// below returns where the palette did not search, and how to include it.
func (j *Screen) below(cells int) []frame.Line {
	var reading, waiting, part, without []string
	var so safe.Text
	oldest := j.oldest()
	for _, t := range j.sh.Session.Types() {
		l := j.sh.Listings.Of(t)
		switch {
		case l.Busy():
			reading = append(reading, t.Name)
			so = ", " + words.Count(len(l.Entries)) + " so far"
		case t.OnlyDeclared(), l.Unsuitable():
		case t.NotListable != "":
			without = append(without, t.Name)
		case l.Stage == listings.StageWaiting:
			waiting = append(waiting, t.Name)
		case len(l.Failed()) > 0:
			part = append(part, t.Name)
		}
	}
	text := safe.Text("not searched: secrets, contents of files")
	if !oldest.IsZero() {
		text = "listed at " + kit.Clock(oldest) + j.sh.Spell("; {read-types} reads again; ") + text
	}
	if n := j.sh.Session.Modules.RubyPending(); n > 0 {
		text = "not known yet: " + words.CountOf(n, "type") + " of modules in Ruby; " + text
	}
	if len(reading) > 0 {
		text += "; still being read: " + some(reading)
		if len(reading) == 1 {
			text += so
		}
	}
	if len(waiting) > 0 {
		text += "; not listed yet: " + some(waiting) + j.sh.Spell(" ({open} there lists)")
	}
	if len(part) > 0 {
		text += "; read in part: " + some(part) + j.sh.Spell(" ({refresh} there reads again)")
	}
	if len(without) > 0 {
		text += "; read by name only: " + some(without)
	}
	lines := []frame.Line{nil}
	const most = 3
	rows := kit.Wrap(text, cells-2)
	for _, row := range rows[:min(len(rows), most)] {
		line := frame.Prose(row)
		line.Muted = true
		lines = append(lines, line)
	}
	return lines
}

// oldest returns when the oldest listing was read, or zero if all were read lately.
func (j *Screen) oldest() (at time.Time) {
	for _, t := range j.sh.Session.Types() {
		l := j.sh.Listings.Of(t)
		if l.Stage == listings.StageDone && len(l.Sources) > 0 && j.sh.Now().Sub(l.Ended) >= listings.MaxAge && (at.IsZero() || l.Ended.Before(at)) {
			at = l.Ended
		}
	}
	return at
}

// some names a few, and counts the rest.
func some(names []string) safe.Text {
	const most = 4
	text := safe.Clean(strings.Join(names[:min(len(names), most)], ", "))
	if rest := len(names) - most; rest > 0 {
		text += " and " + words.Count(rest) + " more"
	}
	return text
}
