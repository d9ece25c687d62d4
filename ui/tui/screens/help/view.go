package help

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
)

func (h *Screen) View(width, height int) frame.Content {
	b := kit.BoxOf(h.sh, width, height, helpMost)
	h.compact = b.Cells < helpLeast
	low := h.compact || height < frame.FootHeight
	title := frame.Title("keys of this screen", h.sh.Spell("{filter} filter, {open} run"), true)
	if !b.Layer {
		title = frame.Title("keys of this screen: "+safe.Join(h.crumbs, " > "), h.sh.Spell("{filter} filter"), true)
	}
	if chip := h.Chip(); chip != "" && b.Layer {
		title.Evidence = chip // line 1 belongs to the screen below
	}
	lines := []frame.Line{title}
	message := frame.Message{Text: "remap keys in " + h.config()}
	if h.signs {
		title.Title, title.Evidence = "signs", h.Chip()
		lines[0] = title
		h.page.Set(signLines())
		lines = append(lines, h.page.Window(b.Rows, true)...)
		message.Evidence = h.page.Rows()
	} else {
		var reasons []frame.Line
		rows := h.rows(h.filter)
		why := h.reason(rows)
		readme := message.Text
		if why != "" {
			message = frame.Message{Sign: frame.SignCannot, Text: why}
		}
		switch {
		case !low:
			reasons = h.reasons(rows, b.Cells)
		case why != "" && message.Cut(width):
			// Low screens show no reasons, unless the message cannot show the
			// reason.
			reasons, message = reasonsPart(kit.WholeRows(frame.SignCannot, why, b.Cells), 0), frame.Message{Text: readme}
		}
		body, text := h.columns(rows, b.Cells, b.Rows-len(reasons))
		message.Evidence = text
		if lines = append(lines, body...); len(lines)+len(reasons) <= b.Rows && len(reasons) > 0 {
			lines = append(lines, nil)
		}
		lines = append(lines, reasons...)
	}
	c := b.Content(lines, "")
	c.Message, c.Keys = message, h.Actions().Keys(h.sh)
	return c
}

// The maximum width of help as a layer, and the minimum width that shows the
// names of groups.
const (
	helpMost  = 132
	helpLeast = 90
)

// config returns the configuration file, with ~ for the home directory.
func (h *Screen) config() safe.Text {
	return safe.Clean(h.sh.Session.OwnFiles.Short(h.sh.Session.OwnFiles.Paths.Config))
}

// helpCell is a cell of the columns: a key, the name of a group, or a blank.
type helpCell struct {
	row   *helpRow
	title safe.Text
	signs safe.Text // with title: signs and their meaning
	index int       // index of the row
}

// cells returns the keys by group, in a column. On a narrow screen the group
// names are omitted.
func (h *Screen) cells(rows []helpRow) []helpCell {
	var cells []helpCell
	for i := range rows {
		if i == 0 || rows[i].group != rows[i-1].group {
			if i > 0 {
				cells = append(cells, helpCell{})
			}
			if !h.compact {
				cells = append(cells, helpCell{title: safe.Clean(string(rows[i].group))})
			}
		}
		cells = append(cells, helpCell{row: &rows[i], index: i})
	}
	return cells
}

// columns arranges the keys in as many columns as fit, and scrolls if they do
// not fit.
func (h *Screen) columns(rows []helpRow, width, height int) (lines []frame.Line, text safe.Text) {
	least := 36
	if h.compact {
		least = 33
	}
	cells := h.cells(rows)
	if len(cells) == 0 {
		return kit.RowsOf(h.search.Hides(h.sh, "key", "a reason", ""), width, 2), ""
	}
	n := max(1, (width-frame.Margin)/least)
	wide := (width - frame.Margin) / n
	if more := signCells(); !h.compact && h.search.Text() == "" && len(cells)+len(more) <= n*height {
		cells = append(cells, more...)
	}
	h.high = max(1, min(height, (len(cells)+n-1)/n))
	for h.high < height && len(inGroups(cells, h.high)) > n*h.high {
		h.high++
	}
	if whole := inGroups(cells, h.high); len(whole) <= n*h.high {
		cells = whole
	}
	h.high = max(h.high, (len(cells)+n-1)/n)
	at := 0
	for i, c := range cells {
		if c.row != nil && c.index == h.at {
			at = i
		}
	}
	top := max(0, min(at%h.high-height/2, h.high-height))
	for y := top; y < min(h.high, top+height); y++ {
		row := frame.Row{Cells: []frame.Cell{{At: frame.At(frame.Margin)}}}
		for x := range n {
			i := x*h.high + y
			if i >= len(cells) {
				continue
			}
			col := frame.Margin + x*wide
			row.Cells = append(row.Cells, cells[i].draw(col, wide, h.compact, i == at)...)
			if i == at {
				row.Cursor = true
			}
		}
		lines = append(lines, row)
	}
	if h.high > height {
		text = kit.RowsText(top+1, top+height, h.high)
	}
	return lines, text
}

// inGroups starts a new column if a group does not fit in the current column,
// for columns of this height. Groups are separated by a blank, except at the
// top of a column.
func inGroups(cells []helpCell, high int) []helpCell {
	var set []helpCell
	for len(cells) > 0 {
		end := 0
		for end < len(cells) && !cells[end].blank() {
			end++
		}
		if used := len(set) % high; used > 0 {
			gap := 1
			if used+1+end > high && end <= high {
				gap = high - used
			}
			set = append(set, make([]helpCell, gap)...)
		}
		set = append(set, cells[:end]...)
		cells = cells[min(end+1, len(cells)):]
	}
	return set
}

func (c helpCell) blank() bool { return c == helpCell{} }

// signCells returns a short list of signs, shown below the keys if they fit.
func signCells() []helpCell {
	cells := []helpCell{{}, {title: "signs"}}
	for _, s := range [][2]safe.Text{
		{"~ + -", "change, add, remove"},
		{"=", "in sync"},
		{"!", "invalid or failed"},
		{"x", "unsuitable, skipped"},
		{"?", "unknown"},
		{"^", "drift"},
		{". o", "waiting, working"},
	} {
		cells = append(cells, helpCell{signs: s[0], title: s[1]})
	}
	return cells
}

func (c helpCell) draw(col, wide int, compact, here bool) []frame.Cell {
	keysWide := 14
	if compact {
		keysWide = 12
	}
	if c.signs != "" {
		return []frame.Cell{
			{At: frame.Slot{Col: col, Width: keysWide}, Text: c.signs},
			{At: frame.Slot{Col: col + keysWide + 1, Width: wide - keysWide - 2}, Text: c.title},
		}
	}
	if c.row == nil {
		return []frame.Cell{{At: frame.Slot{Col: col, Width: wide - 1}, Text: c.title, Style: theme.Strong}}
	}
	var style, name theme.Token
	what := safe.Clean(c.row.row.What)
	if c.row.why != "" {
		style, what = theme.Dim, "x "+what
	}
	if name = style; here {
		name = theme.Name
	}
	names := c.row.row.Keys
	// Other keys of the same intent are omitted if they do not fit.
	if len(names) > keysWide {
		names, _, _ = strings.Cut(names, "  ")
	}
	if style == theme.Text && !here {
		name = theme.Key
	}
	return []frame.Cell{
		{At: frame.Slot{Col: col, Width: keysWide}, Text: safe.Clean(names), Style: name},
		{At: frame.Slot{Col: col + keysWide + 1, Width: wide - keysWide - 2}, Text: what, Style: style},
	}
}

// signLines returns the meaning of each sign and word.
func signLines() []kit.PageLine {
	var lines []kit.PageLine
	for _, s := range []struct {
		sign frame.Sign
		what safe.Text
	}{
		{frame.SignInSync, "in sync: the current value is the desired value; a test passed; a step is done and verified"},
		{frame.SignChanges, "changes, or has a staged change"},
		{frame.SignAdds, "adds: a resource, a line, a character"},
		{frame.SignRemoves, "removes"},
		{frame.SignNeeds, "needs action: invalid value, failed command, change without effect, finding"},
		{frame.SignCannot, "unavailable: unsuitable, failed test, disabled, skipped"},
		{frame.SignUnknown, "unknown: until a step has run, or a fact without a value"},
		{frame.SignMoved, "drift: changed after ralsh read it; a step that stopped because of drift"},
		{frame.SignDefault, "default provider"},
		{frame.SignWaits, "waiting"},
		{frame.SignWorks, "working"},
	} {
		lines = append(lines, kit.PageLine{ID: string(s.what), Line: kit.SignedRow(s.sign, s.what)})
	}
	lines = append(lines, kit.PageLine{})
	for _, w := range [][2]safe.Text{
		{"exact", "recorded from the provider's code"},
		{"simulated", "from a dry run of the tool"},
		{"computed", "computed from the current and the desired value"},
		{"unknown until N", "unknown before step N, or the step, has run"},
		{},
		{"> and reverse", "the row under the cursor"},
		{"++ -- below", "added and removed characters"},
		{"[ text ]", "a text field, or a button"},
		{"[redacted]", "a secret"},
		{"$ and write", "a command, a change of a file"},
		{`"90" and 90`, "a string and a number; symbols and lists have no quotes"},
	} {
		if w[0] == "" {
			lines = append(lines, kit.PageLine{})
			continue
		}
		lines = append(lines, kit.PageLine{ID: string(w[0]), Line: frame.Row{Cells: []frame.Cell{
			{At: frame.At(frame.Margin), Text: w[0]}, {At: frame.At(22), Text: w[1]},
		}}})
	}
	return lines
}
