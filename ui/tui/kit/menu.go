package kit

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// Option is one thing to choose: a word, what it means, and what it does.
type Option struct {
	Name, What safe.Text
	Do         func() tea.Cmd
}

// Menu is a small screen with a question and a few answers.
type Menu struct {
	Basic
	sh      *Shared
	name    safe.Text
	title   safe.Text
	before  []safe.Text // what is to be known before one answers
	command string      // or a command that is to be seen
	options []Option
	message safe.Text
	Asks    bool // it is closed by an answer only
	page    Page
	top     int // of what is to be known, the first row that is seen
	height  int // how many of its rows are seen
	rows    int // how many there are
}

// NewMenu is a question or an explanation with its answers; before is above them.
func NewMenu(sh *Shared, name, title safe.Text, before []safe.Text, message safe.Text, options ...Option) *Menu {
	m := &Menu{sh: sh, name: name, title: title, before: before, options: options, message: message}
	var lines []PageLine
	for i, o := range options {
		row := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: frame.Margin, Width: optionCells}, Text: o.Name}, {At: frame.At(optionSays), Text: o.What}}}
		lines = append(lines, PageLine{ID: strconv.Itoa(i + 1), Line: row})
	}
	m.page.Set(lines)
	return m
}

func (m *Menu) Crumb() safe.Text  { return m.name }
func (m *Menu) Where() keys.Where { return keys.OnMenu }

// Confirms reports whether only an answer closes it.
func (m *Menu) Confirms() bool { return m.Asks }

func (m *Menu) DisabledReason(in keys.Intent) string { return m.actions().DisabledReason(in) }

func (m *Menu) Do(in keys.Intent) (tea.Cmd, bool) {
	if m.scrolls(in) || m.page.Do(in) {
		return nil, true
	}
	return m.actions().Do(in)
}

func (m *Menu) actions() Actions {
	return Actions{
		{In: keys.Open, Hint: "does it", Do: func() tea.Cmd { return m.options[m.page.At].Do() }},
		{In: keys.PageDown, With: keys.PageUp, Hint: HintIf(m.rows > m.height && m.height > 0, "scroll")},
		{In: keys.MoveDown, With: keys.MoveUp, Hint: "choose"},
		{In: keys.Back, Hint: "back"},
		{In: keys.NextPane, Do: Does(func() { m.page.Round(1) })},
		{In: keys.PreviousPane, Do: Does(func() { m.page.Round(-1) })},
		{In: keys.Copy, Do: func() tea.Cmd { return m.options[0].Do() }},
	}
}

// The cells of a menu as a layer, and where an option's words and their meaning stand.
const (
	menuLeast, menuMost = 48, 100
	optionCells         = 18
	optionSays          = 25
)

func (m *Menu) View(width, height int) frame.Content {
	b := BoxOf(m.sh, width, height, m.ideal())
	// What is chosen from is always seen.
	said, counter := m.window(b.Cells, max(0, b.Rows-len(m.options)-1))
	lines := append([]frame.Line{frame.Title(m.title, counter, true).Scrolled(frame.Scroll{First: m.top, Seen: len(said), Of: m.rows})}, said...)
	if len(lines) > 1 {
		lines = append(lines, nil)
	}
	lines = append(lines, m.page.Window(b.Rows+1-len(lines), true)...)
	c := b.Content(lines, "")
	c.Message, c.Keys = frame.Message{Text: m.message}, m.actions().Keys(m.sh)
	return c
}

// ideal is how wide the menu would like to be: as wide as what it holds.
func (m *Menu) ideal() int {
	cells := m.title.Width()
	for _, t := range m.before {
		cells = max(cells, t.Width())
	}
	for _, o := range m.options {
		cells = max(cells, optionSays-frame.Margin+o.What.Width())
	}
	const prompt = 4 // and a mark where it goes on below
	cells = max(cells, len(m.command)+prompt)
	const beside = 10 // the border, the margins and a rest of the rule
	return max(menuLeast, min(cells+beside, menuMost))
}

// said are all rows of what is to be known before one answers.
func (m *Menu) said(width int) []frame.Line {
	var rows []frame.Line
	for _, t := range m.before {
		rows = append(rows, RowsOf(t, width, 4)...)
	}
	if m.command != "" {
		rows = append(rows, commandRows(m.command, width)...)
	}
	return rows
}

// window are the rows of it that are seen in so many, and which they are: "" if
// they are all.
func (m *Menu) window(width, height int) ([]frame.Line, safe.Text) {
	rows := m.said(width)
	m.rows, m.height = len(rows), height
	m.top = max(0, min(m.top, m.rows-m.height))
	end := min(m.rows, m.top+m.height)
	if m.rows <= m.height || m.height == 0 {
		return rows[:end], ""
	}
	return rows[m.top:end], RowsSaid(m.top+1, end, m.rows)
}

// scrolls goes through what is to be known, where it is longer than the screen:
// by pages, and by rows where the cursor has no further to go.
func (m *Menu) scrolls(in keys.Intent) bool {
	by := 0
	switch in {
	case keys.PageDown:
		by = max(1, m.height-1)
	case keys.PageUp:
		by = -max(1, m.height-1)
	case keys.MoveDown:
		if m.page.At == len(m.page.Lines)-1 {
			by = 1
		}
	case keys.MoveUp:
		if m.page.At == 0 {
			by = -1
		}
	}
	top := max(0, min(m.top+by, m.rows-m.height))
	if top == m.top {
		return false
	}
	m.top = top
	return true
}

// Box is the room for what lies over a screen: a layer, or the whole body where the
// terminal is too small for one.
type Box struct {
	Layer bool
	wide  int // with the border
	Cells int // of a line
	Rows  int // below the title, at most
}

// BoxOf is the room for a layer that would like to be so wide.
func BoxOf(sh *Shared, width, height, ideal int) Box {
	wide, high, ok := frame.LayerRoom(sh.Mode, width, height)
	if !ok {
		return Box{Cells: width, Rows: high - 1}
	}
	wide = min(wide, ideal)
	return Box{Layer: true, wide: wide, Cells: frame.BoxWidth(wide), Rows: frame.LayerRows(high)}
}

// Content is a screen with lines in that room, the first of them the title.
func (b Box) Content(lines []frame.Line, foot safe.Text) frame.Content {
	if !b.Layer {
		return frame.Content{Body: []frame.Block{frame.One(lines)}}
	}
	return frame.Content{Layer: &frame.Layer{Lines: lines, Width: b.wide, Foot: foot}}
}
