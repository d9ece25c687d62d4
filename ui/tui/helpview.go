package tui

import (
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

func (h *help) view(width, height int) frame.Content {
	b := boxOf(h.sh, width, height, helpMost)
	h.compact = b.cells < helpLeast
	low := h.compact || height < frame.FootHeight
	title := frame.Title("keys of this screen", h.sh.spell("{filter} filter, {open} does it"), true)
	if !b.layer {
		title = frame.Title("keys of this screen: "+safe.Join(h.crumbs, " > "), h.sh.spell("{filter} filter"), true)
	}
	if chip := h.chip(); chip != "" && b.layer {
		title.Evidence = chip // line 1 is of the screen below
	}
	lines := []frame.Line{title}
	message := frame.Message{Text: "also in the README"}
	if width >= 80 {
		message.Text += "; remap in " + h.config()
	}
	if h.signs {
		title.Title, title.Evidence = "signs and words", h.chip()
		lines[0] = title
		h.page.set(signLines())
		lines = append(lines, h.page.window(b.rows, true)...)
		message.Evidence = h.page.rows()
	} else {
		var reasons []frame.Line
		why := h.reason()
		readme := message.Text
		if why != "" {
			message = frame.Message{Sign: frame.SignCannot, Text: why}
		}
		switch {
		case !low:
			reasons = h.reasons(b.cells)
		case why != "" && message.Cut(width):
			// Low screens have no reasons, unless the message has no room for the one.
			reasons, message = reasonsPart(reasonRows(b.cells, why), 0), frame.Message{Text: readme}
		}
		body, said := h.columns(b.cells, b.rows-len(reasons))
		message.Evidence = said
		if lines = append(lines, body...); len(lines)+len(reasons) <= b.rows && len(reasons) > 0 {
			lines = append(lines, nil)
		}
		lines = append(lines, reasons...)
	}
	c := b.content(lines, "")
	c.Message, c.Keys = message, keyed(h.sh, "open does it|filter filter|why signs and words|back back")
	return c
}

// The cells of help as a layer, and from how many groups of keys have names.
const (
	helpMost  = 132
	helpLeast = 90
)

// config is the file of the configuration, by the short name of one's home.
func (h *help) config() safe.Text {
	return safe.Clean(h.sh.session.ShortPath(h.sh.session.Paths().Config))
}

// helpCell is what stands in one place of the columns: a key, the name of a
// group, or a blank.
type helpCell struct {
	row   *helpRow
	title safe.Text
	signs safe.Text // with title: signs, and what they mean
	index int       // of the row
}

// cells are the keys in their groups, one below the other. Where there is
// little room the groups have no names.
func (h *help) cells() []helpCell {
	var cells []helpCell
	rows := h.rows(h.filter)
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

// columns sets the keys in as many columns as there is room for, and scrolls
// if that is not enough.
func (h *help) columns(width, height int) (lines []frame.Line, said safe.Text) {
	const least = 36
	cells := h.cells()
	if len(cells) == 0 {
		return rowsOf(h.search.hides(h.sh, "key", "a reason", ""), width, 2), ""
	}
	n := max(1, (width-frame.Margin)/least)
	wide := (width - frame.Margin) / n
	if more := signCells(); !h.compact && h.search.text() == "" && len(cells)+len(more) <= n*height {
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
			row.Cells = append(row.Cells, cells[i].draw(col, wide, i == at)...)
			if i == at {
				row.Cursor = true
			}
		}
		lines = append(lines, row)
	}
	if h.high > height {
		said = rowsSaid(top+1, top+height, h.high)
	}
	return lines, said
}

// inGroups begins a column anew where a group would not end in it, for columns of that
// height; groups are separated by a blank, which does not begin a column.
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

// signCells are the signs in short, where there is room for them below the keys.
func signCells() []helpCell {
	cells := []helpCell{{}, {title: "signs"}}
	for _, s := range [][2]safe.Text{
		{"~ + -", "change, add, remove"},
		{"=", "in sync, as wanted"},
		{"!", "invalid, went wrong"},
		{"x", "cannot, not done"},
		{"?", "not known"},
		{"^", "moved since then"},
		{". o", "waits, works"},
	} {
		cells = append(cells, helpCell{signs: s[0], title: s[1]})
	}
	return cells
}

func (c helpCell) draw(col, wide int, here bool) []frame.Cell {
	const keysWide = 14
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
	// The other keys for the same are left to the README where they do not fit.
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

// signLines is the vocabulary: what each sign and word means.
func signLines() []pageLine {
	var lines []pageLine
	for _, s := range []struct {
		sign frame.Sign
		what safe.Text
	}{
		{frame.SignInSync, "is equals wanted: in sync, test passed, done and read again"},
		{frame.SignChanges, "changes, or is staged to change"},
		{frame.SignAdds, "adds: a resource, a line, a character"},
		{frame.SignRemoves, "removes"},
		{frame.SignNeeds, "needs you: invalid value, failed command, did not take, finding"},
		{frame.SignCannot, "cannot, or untouched: unsuitable, test not met, disabled, skipped"},
		{frame.SignUnknown, "not known: unknown until a step has run, a fact without a value"},
		{frame.SignMoved, "moved: not what it was at the last look; stopped, untouched"},
		{frame.SignDefault, "the default"},
		{frame.SignWaits, "waits"},
		{frame.SignWorks, "works"},
	} {
		lines = append(lines, pageLine{id: string(s.what), line: signed(s.sign, s.what)})
	}
	lines = append(lines, pageLine{})
	for _, w := range [][2]safe.Text{
		{"exact", "recorded from the provider's own code"},
		{"simulated", "the tool's dry run said so"},
		{"computed", "from is and should"},
		{"unknown until N", "cannot be known before step N has run"},
		{},
		{"> and reverse", "the row under the cursor"},
		{"++ -- below", "which characters are new, or gone"},
		{"[ text ]", "the field that is typed in, or a button"},
		{"[redacted]", "a secret, whatever its length"},
		{"$ and write", "a command that is run, a file that is written"},
		{`"90" and 90`, "a text and a number; symbols and lists are bare"},
	} {
		if w[0] == "" {
			lines = append(lines, pageLine{})
			continue
		}
		lines = append(lines, pageLine{id: string(w[0]), line: frame.Row{Cells: []frame.Cell{
			{At: frame.At(frame.Margin), Text: w[0]}, {At: frame.At(22), Text: w[1]},
		}}})
	}
	return lines
}
