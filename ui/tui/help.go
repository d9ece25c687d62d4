package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
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
	// lacking says why an intent does nothing on a screen now, "" when it does.
	lacking func(screen, keys.Intent) string
	search  search
	filter  widget.Filter
	at      int  // the row under the cursor
	of      int  // how many keys there are, whatever the filter
	high    int  // rows of a column
	signs   bool // the vocabulary in full
	// compact leaves out the groups' names and the foot.
	compact bool
	page    page // of the vocabulary
}

func newHelp(sh *shared, from screen, crumbs []safe.Text, lacking func(screen, keys.Intent) string) *help {
	h := &help{sh: sh, from: from, crumbs: crumbs, lacking: lacking}
	h.search = newSearch(func(f widget.Filter) { h.filter = f })
	return h
}

func (h *help) crumb() safe.Text  { return "help" }
func (h *help) where() keys.Where { return keys.OnHelp }
func (h *help) typing() bool      { return h.search.typing() }

func (h *help) disabled(in keys.Intent) string {
	switch in {
	case keys.Open:
		if h.signs || h.at >= len(h.rows(h.filter)) {
			return "there is nothing to do here"
		}
	case keys.MoveLeft, keys.MoveRight:
		if h.signs || h.at == 0 && in == keys.MoveLeft {
			return missing(in)
		}
	case keys.NextPane, keys.PreviousPane, keys.Zoom, keys.PaneNarrower, keys.PaneWider, keys.ShowCommand, keys.Copy, keys.Refresh:
		return missing(in)
	}
	return ""
}

func (h *help) update(msg tea.Msg) tea.Cmd {
	h.search.paste(msg)
	return nil
}

func (h *help) press(key tea.KeyPressMsg) tea.Cmd { return h.search.press(key) }

func (h *help) chip() safe.Text {
	n := len(h.rows(h.filter))
	return h.search.chip(n, h.of)
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
	h.of = 0
	for _, section := range h.sh.keys.Help(where) {
		for _, row := range section.Rows {
			h.of++
			why := h.lacking(h.from, row.Intents[0])
			if (why != "" || !h.search.only) && f.Match(strings.ToLower(row.Keys+" "+row.What+" "+string(section.Group))) {
				rows = append(rows, helpRow{section.Group, row, why})
			}
		}
	}
	return rows
}

func (h *help) do(in keys.Intent) (tea.Cmd, bool) {
	if h.search.do(in) {
		return nil, true
	}
	if h.signs && h.page.do(in) {
		return nil, true
	}
	n := len(h.rows(h.filter))
	switch in {
	case keys.MoveUp, keys.PreviousValue:
		h.at--
	case keys.MoveDown, keys.NextValue:
		h.at++
	case keys.MoveLeft, keys.PageUp:
		h.at -= h.high
	case keys.MoveRight, keys.PageDown:
		h.at += h.high
	case keys.MoveFirst:
		h.at = 0
	case keys.MoveLast:
		h.at = n - 1
	case keys.Open:
		return h.doIt(), true
	case keys.OnlyFindings:
		h.search.only = !h.search.only
	case keys.Why:
		h.signs = !h.signs
		return nil, true
	default:
		return nil, false
	}
	h.at = max(0, min(h.at, n-1))
	return nil, true
}

// intentMsg asks the root to do what a key would.
type intentMsg struct{ intent keys.Intent }

// doIt leaves help and does what the row under the cursor says.
func (h *help) doIt() tea.Cmd {
	rows := h.rows(h.filter)
	if h.signs || h.at >= len(rows) {
		return nil
	}
	in := rows[h.at].row.Intents[0]
	return tea.Sequence(pop(1), func() tea.Msg { return intentMsg{in} })
}
