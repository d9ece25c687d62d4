package help

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen lists the keys of the screen from which it was opened, from the key
// table. Enter runs the action of the row.
type Screen struct {
	kit.Basic
	sh     *kit.Shared
	from   kit.Screen
	crumbs []safe.Text
	// returns why an intent is unavailable on a screen, or ""
	lacking func(kit.Screen, keys.Intent) string
	search  kit.Search
	filter  widget.Filter
	at      int  // the row under the cursor
	of      int  // number of keys, regardless of the filter
	high    int  // rows of a column
	signs   bool // show all signs and words
	// omit the names of groups and the foot
	compact bool
	page    kit.Page // the page of signs and words
}

// New lists the keys of a screen. lacking returns why an intent is unavailable
// there.
func New(sh *kit.Shared, from kit.Screen, crumbs []safe.Text, lacking func(kit.Screen, keys.Intent) string) *Screen {
	h := &Screen{sh: sh, from: from, crumbs: crumbs, lacking: lacking}
	h.search = kit.NewSearch(func(f widget.Filter) { h.filter = f })
	return h
}

func (h *Screen) Crumb() safe.Text  { return "help" }
func (h *Screen) Where() keys.Where { return keys.OnHelp }
func (h *Screen) Typing() bool      { return h.search.Typing() }

func (h *Screen) Update(msg tea.Msg) tea.Cmd {
	h.search.Paste(msg)
	return nil
}

func (h *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return h.search.Press(key) }

func (h *Screen) Chip() safe.Text {
	if !h.search.Active() {
		return "" // most frames need no count of the rows
	}
	n := len(h.rows(h.filter))
	return h.search.Chip(n, h.of)
}

type helpRow struct {
	group keys.Group
	row   keys.Row
	why   string // why it is unavailable; "" if it works
}

func (h *Screen) rows(f widget.Filter) []helpRow {
	where := h.from.Where()
	if h.from.Typing() {
		where |= keys.Typing
	}
	var rows []helpRow
	h.of = 0
	for _, section := range h.sh.Keys.Help(where) {
		for _, row := range section.Rows {
			why := h.lacking(h.from, row.Intents[0])
			if names, ok := h.from.(kit.NamingScreen); ok && h.from.Typing() {
				if why != "" {
					continue // while the user types, only the keys that work are listed
				}
				row.What = cmp.Or(string(names.Name(row.Intents[0])), row.What)
			}
			h.of++
			if (why != "" || !h.search.Only) && f.Match(strings.ToLower(row.Keys+" "+row.What+" "+string(section.Group))) {
				rows = append(rows, helpRow{section.Group, row, why})
			}
		}
	}
	return rows
}

func (h *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if h.search.Do(in) || h.signs && h.page.Do(in) || kit.MoveBy(in, h.high, h.move) {
		return nil, true
	}
	return nil, false
}

func (h *Screen) Actions() kit.Actions {
	by := func(n int) func() tea.Cmd { return kit.Does(func() { h.move(n) }) }
	column := func(there bool) func() string {
		return kit.Unless(!h.signs && there, kit.MissingReason(keys.MoveLeft))
	}
	return kit.Actions{
		{In: keys.Open, Hint: "run", Disabled: h.nothing, Do: h.doIt},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.Why, Hint: "show signs", Do: kit.Sets(&h.signs, !h.signs)},
		{In: keys.Back, Hint: "back"},
		{In: keys.MoveLeft, Disabled: column(h.at > 0), Do: by(-h.high)},
		{In: keys.MoveRight, Disabled: column(true), Do: by(h.high)},
		{In: keys.MoveFirst, Do: by(-h.of)},
		{In: keys.MoveLast, Do: by(h.of)},
		{In: keys.OnlyFindings, Do: kit.Does(func() {
			h.search.Only = !h.search.Only
			h.move(0)
		})},
	}
}

func (h *Screen) move(n int) { h.at = max(0, min(h.at+n, len(h.rows(h.filter))-1)) }

// nothing returns why the row under the cursor has no effect, or "".
func (h *Screen) nothing() string {
	if h.signs || h.at >= len(h.rows(h.filter)) {
		return "no key of this row works now"
	}
	return ""
}

// doIt closes help and performs the intent of the row under the cursor.
func (h *Screen) doIt() tea.Cmd {
	in := h.rows(h.filter)[h.at].row.Intents[0]
	return tea.Sequence(kit.Pop(1), func() tea.Msg { return kit.IntentMsg{Intent: in} })
}

// reason returns why the key under the cursor is unavailable, or "".
func (h *Screen) reason(rows []helpRow) safe.Text {
	if h.at < len(rows) && rows[h.at].why != "" {
		return safe.Clean(h.sh.Keys.Key(rows[h.at].row.Intents[0]) + ": " + rows[h.at].why)
	}
	return ""
}

// reasons returns why keys are unavailable, as far as it fits. The reason of
// the key under the cursor, or of the last unavailable key before it, is
// visible.
func (h *Screen) reasons(rows []helpRow, width int) []frame.Line {
	var lines []frame.Line
	here := 0
	for i, r := range rows {
		if r.why == "" {
			continue
		}
		key := safe.Clean(h.sh.Keys.Key(r.row.Intents[0]))
		lines = append(lines, kit.WholeRows(frame.SignCannot, key.Pad(3)+" "+safe.Clean(r.why), width)...)
		if i <= h.at {
			here = len(lines)
		}
	}
	return reasonsPart(lines, here)
}

// reasonsPart returns the lines that fit below the keys, up to the line that
// must be visible.
func reasonsPart(lines []frame.Line, to int) []frame.Line {
	const most = frame.FootRows - 1 // below the title
	if len(lines) == 0 {
		return nil
	}
	from, text := max(0, to-most), safe.Text("")
	end := min(len(lines), from+most)
	if len(lines) > most {
		text = kit.RowsText(from+1, end, len(lines))
	}
	return append([]frame.Line{frame.Title("unavailable keys", text, false)}, lines[from:end]...)
}
