// Package welcome guides a new user through a sample host in five lessons.
package welcome

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
)

// Screen is the layer that describes the sample host and lists the five
// lessons, marks the completed lessons, and opens the screen of a lesson.
type Screen struct {
	kit.Basic
	sh   *kit.Shared
	page kit.Page
}

// New shows the lessons, with the cursor on the next lesson.
func New(sh *kit.Shared) *Screen {
	w := &Screen{sh: sh}
	sh.Welcome.Shown = true
	w.fill(welcomeCells)
	if at := sh.Welcome.Next(); at < kit.LessonCount {
		w.page.At = int(at)
	}
	return w
}

// The width of the welcome as a layer, and the column of the instructions.
const (
	welcomeCells = 90
	textColumn   = 28
)

func (w *Screen) fill(cells int) {
	next := w.sh.Welcome.Next()
	text, below := textColumn, false
	if cells < 2*textColumn { // less than half would be left for the instructions
		text, below = frame.Margin+3, true
	}
	var lines []kit.PageLine
	for i := range kit.LessonCount {
		name, how := w.sh.Welcome.Describe(i)
		row := frame.Row{Cells: []frame.Cell{
			{At: frame.Slot{Col: frame.Margin, Width: textColumn - frame.Margin - 1}, Text: safe.Clean(strconv.Itoa(int(i)+1)+"  ") + name},
		}}
		switch {
		case w.sh.Welcome.Done[i]:
			row.Sign, row.Strong, row.Evidence, row.Sure, row.Muted = frame.SignInSync, true, "done", theme.OK, true
		case i == next:
			row.Evidence, row.Sure = "next", theme.Accent
		}
		lines = append(lines, kit.PageLine{ID: strconv.Itoa(int(i)), Line: row})
		for _, part := range kit.Wrap(w.sh.Spell(string(how)), max(1, cells-text-6)) {
			last := &lines[len(lines)-1]
			if r := last.Line.(frame.Row); last.ID != "" && len(r.Cells) == 1 && !below {
				r.Cells = append(r.Cells, frame.Cell{At: frame.At(text), Text: part, Style: theme.Muted})
				last.Line = r
				continue
			}
			lines = append(lines, kit.PageLine{Line: frame.Row{Cells: []frame.Cell{{At: frame.At(text), Text: part, Style: theme.Muted}}}})
		}
	}
	w.page.Set(lines)
}

func (w *Screen) Crumb() safe.Text  { return "welcome" }
func (w *Screen) Where() keys.Where { return keys.OnMenu }

func (w *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if w.page.Do(in) {
		return nil, true
	}
	return nil, false
}

func (w *Screen) Actions() kit.Actions {
	round := func(by int) func() tea.Cmd { return kit.Does(func() { w.page.Round(by) }) }
	return kit.Actions{
		{In: keys.Open, Hint: "go", Do: func() tea.Cmd {
			i, _ := strconv.Atoi(w.page.ID())
			return w.lead(kit.Lesson(i))
		}},
		{In: keys.Back, Hint: "close"},
		{In: keys.MoveDown, With: keys.MoveUp, Hint: "move"},
		{In: keys.Dismiss, Hint: "hide", Do: func() tea.Cmd {
			w.sh.Welcome.Dismiss()
			return kit.Back()
		}},
		{In: keys.NextPane, Do: round(1)},
		{In: keys.PreviousPane, Do: round(-1)},
	}
}

// lead opens the screen of a lesson. The user performs the lesson.
func (w *Screen) lead(to kit.Lesson) tea.Cmd {
	l := &w.sh.Welcome
	staged, _ := w.sh.Basket.Count()
	switch {
	case to == kit.LessonWhy:
		return tea.Batch(kit.Back(), func() tea.Msg { return kit.SeekMsg{Typ: l.Why} })
	case to == kit.LessonEdit:
		return func() tea.Msg {
			return kit.NavigateMsg{Route: kit.Route{Kind: kit.RouteInstance, Typ: l.Edit, Name: l.Name}}
		}
	case to == kit.LessonUndo:
		return func() tea.Msg { return kit.NavigateMsg{Route: kit.Route{Kind: kit.RouteHistory}} }
	case staged == 0:
		return kit.SayUnavailable("the basket is empty; do the previous step first")
	}
	return func() tea.Msg { return kit.NavigateMsg{Route: kit.Route{Kind: kit.RouteBasket}} }
}

func (w *Screen) View(width, height int) frame.Content {
	b := kit.BoxOf(w.sh, width, height, welcomeCells)
	w.fill(b.Cells)
	l := &w.sh.Welcome
	done := l.Count()
	glyphs := w.sh.Mode.Theme.Glyphs()
	bar := func(glyph string, n int) safe.Text {
		var t safe.Text
		for range n {
			t += safe.Clean(glyph)
		}
		return t
	}
	const barAt = 13
	long := max(0, b.Cells-barAt-2)
	full := long * done / int(kit.LessonCount)
	head := frame.Title("welcome to the demo", "five steps", true)
	var about []frame.Line
	for _, part := range kit.Wrap(l.About, max(1, b.Cells-frame.Margin-2)) {
		about = append(about, frame.Text(part))
	}
	progress := frame.Row{Cells: []frame.Cell{
		{At: frame.At(frame.Margin), Text: safe.Clean(fmt.Sprintf("%d of %d", done, kit.LessonCount)), Style: theme.Muted},
		{At: frame.At(barAt), Text: bar(glyphs.Done, full), Style: theme.Accent, More: []frame.Span{{Text: bar(glyphs.Left, long-full), Style: theme.Faint}}},
	}}
	// Showing all lessons takes precedence over blank lines, the progress and
	// the description of the host, in this order. If the lessons do not fit,
	// they scroll.
	room := b.Rows + 1
	before, after := slices.Concat([]frame.Line{head, nil}, about, []frame.Line{nil}), []frame.Line{nil, progress}
	for _, less := range [][2][]frame.Line{{append([]frame.Line{head}, about...), {progress}}, {append([]frame.Line{head}, about...), nil}, {{head}, nil}} {
		if room-len(before)-len(after) >= len(w.page.Lines) {
			break
		}
		before, after = less[0], less[1]
	}
	seen := lit(w.page.Window(room-len(before)-len(after), true))
	if rows := w.page.Rows(); rows != "" {
		head.Evidence = rows
		before[0] = head.Scrolled(w.page.Scroll())
	}
	lines := slices.Concat(before, seen, after)
	c := b.Content(lines, w.sh.Spell("{jump}welcome shows it again"))
	c.Keys = w.Actions().Keys(w.sh)
	return c
}

// lit highlights the continuation rows of the row with the cursor.
func lit(rows []frame.Line) []frame.Line {
	on := false
	for i, line := range rows {
		r, ok := line.(frame.Row)
		if !ok {
			continue
		}
		if r.Cells[0].At.Col == frame.Margin {
			on = r.Cursor
		}
		r.Cursor = on
		rows[i] = r
	}
	return rows
}
