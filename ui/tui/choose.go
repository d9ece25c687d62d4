package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// option is one thing to choose: a word, what it means, and what it does.
type option struct {
	name, what safe.Text
	do         func() tea.Cmd
}

// menu is a small screen with a question and a few answers.
type menu struct {
	basic
	sh      *shared
	name    safe.Text
	title   safe.Text
	before  []safe.Text // what is to be known before one answers
	command string      // or a command that is to be seen
	options []option
	message safe.Text
	asks    bool // it is closed by an answer only
	page    page
	top     int // of what is to be known, the first row that is seen
	height  int // how many of its rows are seen
	rows    int // how many there are
}

func newChoose(sh *shared, name, title safe.Text, before []safe.Text, message safe.Text, options ...option) *menu {
	m := &menu{sh: sh, name: name, title: title, before: before, options: options, message: message}
	var lines []pageLine
	for i, o := range options {
		row := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: frame.Margin, Width: optionCells}, Text: o.name}, {At: frame.At(optionSays), Text: o.what}}}
		lines = append(lines, pageLine{id: strconv.Itoa(i + 1), line: row})
	}
	m.page.set(lines)
	return m
}

func (m *menu) crumb() safe.Text  { return m.name }
func (m *menu) where() keys.Where { return keys.OnMenu }
func (m *menu) confirms() bool    { return m.asks }

func (m *menu) disabled(in keys.Intent) string {
	switch in {
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider, keys.Why, keys.ShowCommand:
		return missing(in)
	}
	return ""
}

func (m *menu) do(in keys.Intent) (tea.Cmd, bool) {
	if m.scrolls(in) {
		return nil, true
	}
	switch in {
	case keys.Open:
		if i, err := strconv.Atoi(m.page.id()); err == nil {
			return m.options[i-1].do(), true
		}
	case keys.NextPane:
		m.page.round(1)
		return nil, true
	case keys.PreviousPane:
		m.page.round(-1)
		return nil, true
	case keys.Copy:
		return m.options[0].do(), true
	}
	return nil, m.page.do(in)
}

// The cells of a menu as a layer, and where an option's words and their meaning stand.
const (
	menuLeast, menuMost = 48, 100
	optionCells         = 18
	optionSays          = 25
)

func (m *menu) view(width, height int) frame.Content {
	b := boxOf(m.sh, width, height, m.ideal())
	// What is chosen from is always seen.
	said, counter := m.window(b.cells, max(0, b.rows-len(m.options)-1))
	lines := append([]frame.Line{frame.Title(m.title, counter, true).Scrolled(frame.Scroll{First: m.top, Seen: len(said), Of: m.rows})}, said...)
	if len(lines) > 1 {
		lines = append(lines, nil)
	}
	lines = append(lines, m.page.window(b.rows+1-len(lines), true)...)
	hints := keyed(m.sh, "open does it|move-down/move-up choose|back back")
	if counter != "" {
		hints = keyed(m.sh, "open does it|page-down/page-up scroll|move-down/move-up choose|back back")
	}
	c := b.content(lines, "")
	c.Message, c.Keys = frame.Message{Text: m.message}, hints
	return c
}

// ideal is how wide the menu would like to be: as wide as what it holds.
func (m *menu) ideal() int {
	cells := m.title.Width()
	for _, t := range m.before {
		cells = max(cells, t.Width())
	}
	for _, o := range m.options {
		cells = max(cells, optionSays-frame.Margin+o.what.Width())
	}
	const prompt = 4 // and a mark where it goes on below
	cells = max(cells, len(m.command)+prompt)
	const beside = 10 // the border, the margins and a rest of the rule
	return max(menuLeast, min(cells+beside, menuMost))
}
