package tui

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/theme"
)

// welcome is the layer that leads through a sample host: what the host is, the five
// lessons, which of them are done, and a way to where the next one is done.
type welcome struct {
	basic
	sh   *shared
	page page
}

func newWelcome(sh *shared) *welcome {
	w := &welcome{sh: sh}
	sh.welcome.shown = true
	w.fill(welcomeCells)
	if at := sh.welcome.next(); at < lessonCount {
		w.page.at = int(at)
	}
	return w
}

// The cells of the welcome as a layer, and where what one does stands in it.
const (
	welcomeCells = 86
	welcomeSays  = 26
)

func (w *welcome) fill(cells int) {
	next := w.sh.welcome.next()
	var lines []pageLine
	for i := range lessonCount {
		name, how := w.sh.welcome.name(i)
		row := frame.Row{Cells: []frame.Cell{
			{At: frame.Slot{Col: frame.Margin, Width: welcomeSays - frame.Margin - 1}, Text: safe.Clean(strconv.Itoa(int(i)+1)+"  ") + name},
		}}
		switch {
		case w.sh.welcome.done[i]:
			row.Sign, row.Evidence, row.Muted = frame.SignInSync, "done", true
		case i == next:
			row.Evidence, row.Sure = "next", theme.Accent
		}
		lines = append(lines, pageLine{id: strconv.Itoa(int(i)), line: row})
		for _, part := range wrapped(w.sh.spell(string(how)), max(1, cells-welcomeSays-6)) {
			last := &lines[len(lines)-1]
			if r := last.line.(frame.Row); last.id != "" && len(r.Cells) == 1 {
				r.Cells = append(r.Cells, frame.Cell{At: frame.At(welcomeSays), Text: part, Style: theme.Muted})
				last.line = r
				continue
			}
			lines = append(lines, pageLine{line: frame.Row{Cells: []frame.Cell{{At: frame.At(welcomeSays), Text: part, Style: theme.Muted}}}})
		}
	}
	w.page.set(lines)
}

func (w *welcome) crumb() safe.Text  { return "welcome" }
func (w *welcome) where() keys.Where { return keys.OnMenu }

func (w *welcome) disabled(in keys.Intent) string {
	switch in {
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider, keys.Why, keys.ShowCommand, keys.Copy:
		return missing(in)
	}
	return ""
}

func (w *welcome) do(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.Open:
		i, _ := strconv.Atoi(w.page.id())
		return w.lead(lesson(i)), true
	case keys.NextPane:
		w.page.round(1)
		return nil, true
	case keys.PreviousPane:
		w.page.round(-1)
		return nil, true
	case keys.Dismiss:
		w.sh.welcome.dismiss()
		return back(), true
	}
	return nil, w.page.do(in)
}

// lead goes to where a lesson is done; the doing is left to the person.
func (w *welcome) lead(to lesson) tea.Cmd {
	l := &w.sh.welcome
	staged, _ := w.sh.basket.Count()
	switch {
	case to == lessonWhy:
		return tea.Batch(back(), func() tea.Msg { return seekMsg{l.Why} })
	case to == lessonEdit:
		return func() tea.Msg { return navigateMsg{route{kind: routeInstance, typ: l.Edit, name: l.Name}} }
	case to == lessonUndo:
		return func() tea.Msg { return navigateMsg{route{kind: routeHistory}} }
	case staged == 0:
		return sayUnavailable("nothing is staged yet: do the step before first")
	}
	return func() tea.Msg { return navigateMsg{route{kind: routeBasket}} }
}

func (w *welcome) view(width, height int) frame.Content {
	b := boxOf(w.sh, width, height, welcomeCells)
	w.fill(b.cells)
	l := &w.sh.welcome
	done := l.count()
	glyphs := w.sh.mode.Theme.Glyphs()
	bar := func(glyph string, n int) safe.Text {
		var t safe.Text
		for range n {
			t += safe.Clean(glyph)
		}
		return t
	}
	const barAt = 13
	long := max(0, b.cells-barAt-2)
	full := long * done / int(lessonCount)
	lines := []frame.Line{frame.Title("welcome to the demo", "five steps", true), nil}
	for _, part := range wrapped(l.About, max(1, b.cells-frame.Margin-2)) {
		lines = append(lines, frame.Text(part))
	}
	lines = append(lines, nil)
	rest := []frame.Line{nil, frame.Row{Cells: []frame.Cell{
		{At: frame.At(frame.Margin), Text: safe.Clean(fmt.Sprintf("%d of %d", done, lessonCount)), Style: theme.Muted},
		{At: frame.At(barAt), Text: bar(glyphs.Done, full), Style: theme.Accent, More: []frame.Span{{Text: bar(glyphs.Left, long-full), Style: theme.Faint}}},
	}}}
	if b.rows+1-len(lines)-len(rest) < int(lessonCount) {
		lines, rest = lines[:1], nil
	}
	lines = append(lines, w.page.window(b.rows+1-len(lines)-len(rest), true)...)
	lines = append(lines, rest...)
	c := b.content(lines, w.sh.spell("{jump}welcome brings it back"))
	c.Keys = keyed(w.sh, "open take me there|move-down/move-up choose|dismiss hide for good|back look around")
	return c
}
