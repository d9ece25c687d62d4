package kit

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// Option is an answer of a menu: a name, its meaning, and its function.
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
	before  []safe.Text // explanation above the answers
	command string      // command above the answers, instead of or after the explanation
	options []Option
	message safe.Text
	Asks    bool // only an answer closes it
	page    Page
	top     int // first visible row of the explanation
	height  int // number of visible rows of the explanation
	rows    int // number of rows of the explanation
}

// NewMenu makes a question or an explanation with its answers. before is shown
// above them.
func NewMenu(sh *Shared, name, title safe.Text, before []safe.Text, message safe.Text, options ...Option) *Menu {
	m := &Menu{sh: sh, name: name, title: title, before: before, options: options, message: message}
	var lines []PageLine
	for i, o := range options {
		row := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: frame.Margin, Width: optionCells}, Text: o.Name}, {At: frame.At(optionColumn), Text: o.What}}}
		lines = append(lines, PageLine{ID: strconv.Itoa(i + 1), Line: row})
	}
	m.page.Set(lines)
	return m
}

func (m *Menu) Crumb() safe.Text  { return m.name }
func (m *Menu) Where() keys.Where { return keys.OnMenu }

// Confirms reports whether only an answer closes the menu.
func (m *Menu) Confirms() bool { return m.Asks }

func (m *Menu) Do(in keys.Intent) (tea.Cmd, bool) {
	if m.scrolls(in) || m.page.Do(in) {
		return nil, true
	}
	return nil, false
}

func (m *Menu) Actions() Actions {
	return Actions{
		{In: keys.Open, Hint: "choose", Do: func() tea.Cmd { return m.options[m.page.At].Do() }},
		{In: keys.PageDown, With: keys.PageUp, Hint: HintIf(m.rows > m.height && m.height > 0, "scroll")},
		{In: keys.MoveDown, With: keys.MoveUp, Hint: "move"},
		{In: keys.Back, Hint: "back"},
		{In: keys.NextPane, Do: Does(func() { m.page.Round(1) })},
		{In: keys.PreviousPane, Do: Does(func() { m.page.Round(-1) })},
		{In: keys.Copy, Do: func() tea.Cmd { return m.options[0].Do() }},
	}
}

// The minimum and maximum width of a menu as a layer, and the columns of the
// options.
const (
	menuLeast, menuMost = 48, 100
	optionCells         = 18
	optionColumn        = 25
)

func (m *Menu) View(width, height int) frame.Content {
	b := BoxOf(m.sh, width, height, m.ideal())
	// The options are always visible.
	text, counter := m.window(b.Cells, max(0, b.Rows-len(m.options)-1))
	lines := append([]frame.Line{frame.Title(m.title, counter, true).Scrolled(frame.Scroll{First: m.top, Seen: len(text), Of: m.rows})}, text...)
	if len(lines) > 1 {
		lines = append(lines, nil)
	}
	lines = append(lines, m.page.Window(b.Rows+1-len(lines), true)...)
	c := b.Content(lines, "")
	c.Message, c.Keys = frame.Message{Text: m.message}, m.Actions().Keys(m.sh)
	return c
}

// ideal returns the width of the menu that fits its content.
func (m *Menu) ideal() int {
	cells := m.title.Width()
	for _, t := range m.before {
		cells = max(cells, t.Width())
	}
	for _, o := range m.options {
		cells = max(cells, optionColumn-frame.Margin+o.What.Width())
	}
	const prompt = 4 // and a mark at the end of continued lines
	cells = max(cells, len(m.command)+prompt)
	const margins = 10 // the border, the margins and a part of the rule
	return max(menuLeast, min(cells+margins, menuMost))
}

func (m *Menu) explanation(width int) []frame.Line {
	var rows []frame.Line
	for _, t := range m.before {
		rows = append(rows, RowsOf(t, width, 4)...)
	}
	if m.command != "" {
		rows = append(rows, commandRows(m.command, width)...)
	}
	return rows
}

// window returns the visible rows of the explanation, and their numbers, or ""
// if all rows are visible.
func (m *Menu) window(width, height int) ([]frame.Line, safe.Text) {
	rows := m.explanation(width)
	m.rows, m.height = len(rows), height
	m.top = max(0, min(m.top, m.rows-m.height))
	end := min(m.rows, m.top+m.height)
	if m.rows <= m.height || m.height == 0 {
		return rows[:end], ""
	}
	return rows[m.top:end], RowsText(m.top+1, end, m.rows)
}

// scrolls scrolls an explanation that is longer than the screen: by pages, and
// by rows if the cursor is at its first or last option.
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

// Box is the area of a menu: a layer, or the whole body if the terminal is too
// small for a layer.
type Box struct {
	Layer bool
	wide  int // including the border
	Cells int // width of a line
	Rows  int // maximum number of rows below the title
}

// BoxOf returns the area for a layer of the ideal width.
func BoxOf(sh *Shared, width, height, ideal int) Box {
	wide, high, ok := frame.LayerRoom(sh.Mode, width, height)
	if !ok {
		return Box{Cells: width, Rows: high - 1}
	}
	wide = min(wide, ideal)
	return Box{Layer: true, wide: wide, Cells: frame.BoxWidth(wide), Rows: frame.LayerRows(high)}
}

// Content returns a screen with lines in that area. The first line is the
// title.
func (b Box) Content(lines []frame.Line, foot safe.Text) frame.Content {
	if !b.Layer {
		return frame.Content{Body: []frame.Block{frame.One(lines)}}
	}
	return frame.Content{Layer: &frame.Layer{Lines: lines, Width: b.wide, Foot: foot}}
}
