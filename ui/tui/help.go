package tui

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// help lists the keys of the screen it was called from, made from the key
// table. Enter does what the row says.
type help struct {
	basic
	sh     *shared
	from   screen
	crumbs []safe.Text
	search search
	filter widget.Filter
	sheet  sheet
	signs  bool // the vocabulary in full
}

func newHelp(sh *shared, from screen, crumbs []safe.Text) *help {
	h := &help{sh: sh, from: from, crumbs: crumbs}
	h.search = newSearch(func(f widget.Filter) { h.filter = f })
	return h
}

func (h *help) crumb() safe.Text  { return "help" }
func (h *help) where() keys.Where { return keys.OnHelp }
func (h *help) typing() bool      { return h.search.typing() }

func (h *help) press(key tea.KeyPressMsg) tea.Cmd { return h.search.press(key) }

func (h *help) chip() safe.Text {
	n := 0
	for _, l := range h.sheet.lines {
		if l.id != "" {
			n++
		}
	}
	return h.search.chip(n, len(h.rows(widget.Filter{})))
}

// helpRow is one key of the screen, by its group.
type helpRow struct {
	group keys.Group
	row   keys.Row
	why   string // it does not work here now
}

func (h *help) rows(f widget.Filter) []helpRow {
	where := h.from.where()
	if h.from.typing() {
		where |= keys.Typing
	}
	var rows []helpRow
	for _, section := range h.sh.keys.Help(where) {
		for _, row := range section.Rows {
			if f.Match(strings.ToLower(row.Keys + " " + row.What + " " + string(section.Group))) {
				why := h.from.disabled(row.Intents[0])
				switch in := row.Intents[0]; in {
				case keys.EditInEditor, keys.UndoRun:
					why = cmp.Or(why, missing(in))
				}
				rows = append(rows, helpRow{section.Group, row, why})
			}
		}
	}
	return rows
}

func (h *help) do(in keys.Intent) (tea.Cmd, bool) {
	if h.search.do(in) || h.sheet.do(in) {
		return nil, true
	}
	switch in {
	case keys.Open:
		return h.doIt(), true
	case keys.Why:
		h.signs = !h.signs
		return nil, true
	}
	return nil, false
}

// intentMsg asks the root to do what a key would.
type intentMsg struct{ intent keys.Intent }

func (h *help) doIt() tea.Cmd {
	id := h.sheet.id()
	if id == "" || h.signs {
		return nil
	}
	return tea.Sequence(pop(1), func() tea.Msg { return intentMsg{keys.Intent(id)} })
}

func (h *help) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	var crumbs safe.Text
	for i, c := range h.crumbs {
		if i > 0 {
			crumbs += " > "
		}
		crumbs += c
	}
	head := frame.Title("keys of this screen: "+crumbs, "/ filter", true)
	if h.signs {
		head = frame.Title("signs and words", "", true)
		h.sheet.set(signLines())
	} else {
		h.sheet.set(h.lines(width))
	}
	lines := append([]frame.Line{head}, h.sheet.window(rooms.Body-1, true)...)
	return frame.Content{
		Body:    []frame.Block{{Left: lines}},
		Message: frame.Message{Text: "also in the README", Evidence: h.sheet.rows()},
		Keys:    keyed("enter does it|/ filter|w signs and words|esc back"),
	}
}

func (h *help) lines(width int) []sheetLine {
	var lines []sheetLine
	group := keys.Group("")
	for _, r := range h.rows(h.filter) {
		if r.group != group {
			if group != "" {
				lines = append(lines, sheetLine{})
			}
			group = r.group
			lines = append(lines, plain(frame.Row{Cells: []frame.Cell{{At: frame.At(frame.Margin), Text: safe.Clean(string(group)), Look: frame.Bold}}})...)
		}
		row := frame.Row{Cells: []frame.Cell{
			{At: frame.Slot{Col: frame.Margin, Width: 22}, Text: safe.Clean(r.row.Keys)},
			{At: frame.At(28), Text: safe.Clean(r.row.What)},
		}}
		if r.why != "" {
			row.Sign, row.Faint = frame.SignCannot, true
			row.Cells[1].Text += ": " + safe.Clean(r.why)
		}
		lines = append(lines, sheetLine{id: string(r.row.Intents[0]), line: row})
	}
	if len(lines) == 0 {
		lines = plain(frame.Text("no key matches \"" + safe.Clean(h.search.text()) + "\""))
	}
	return lines
}

// signLines is the vocabulary: what each sign and word means.
func signLines() []sheetLine {
	var lines []sheetLine
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
		lines = append(lines, sheetLine{id: string(s.what), line: signed(s.sign, s.what)})
	}
	lines = append(lines, sheetLine{})
	for _, w := range [][2]safe.Text{
		{"exact", "recorded from the provider's own code"},
		{"simulated", "the tool's dry run said so"},
		{"computed", "from is and should"},
		{"unknown until N", "cannot be known before step N has run"},
	} {
		lines = append(lines, sheetLine{id: string(w[0]), line: frame.Row{Cells: []frame.Cell{
			{At: frame.At(frame.Margin), Text: w[0]}, {At: frame.At(22), Text: w[1]},
		}}})
	}
	return lines
}
