package instance

import (
	"strconv"

	"ralsh/ral"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/rawtext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// shownText is the maximum size in bytes of a text that the screen shows.
const shownText = 64 << 10

// text returns the first property with a text of several lines, like the
// content of a file, and the text.
func (s *Screen) text() (*ral.Attribute, string) {
	if s.found == nil {
		return nil, ""
	}
	for _, a := range s.typ.Properties() {
		is := s.found.Get(a.Name)
		if a.Sensitive || is.IsSecret() || is.Kind() != value.String {
			continue
		}
		if text := is.Raw(); len(text) <= shownText && text != "" && rawtext.TakesLines(a, text) {
			return a, text
		}
	}
	return nil, ""
}

// textLines returns the rows of the text, wrapped. It returns only the first
// lines of a longer text, and all lines when zoomed.
func (s *Screen) textLines(width int) []kit.PageLine {
	a, text := s.text()
	if a == nil {
		return nil
	}
	all := rawtext.LinesOf(text)
	if last := len(all) - 1; all[last].Text == "" {
		all = all[:last]
	}
	const few = 24
	shown := all
	if len(all) > few && !s.zoom && !s.filter.Filters() {
		shown = all[:few]
	}
	said := words.CountOf(len(all), "line") + ", " + words.CountOf(len(text), "byte")
	lines := kit.PlainLines(nil, frame.Title(safe.Clean(a.Name), said, false))
	look := rawtext.NewMarks(s.sh.Mode)
	digits := max(3, len(strconv.Itoa(len(all))))
	at := frame.Margin + digits + 2
	for i, l := range shown {
		id := a.Name + kit.RowMark + "line " + strconv.Itoa(i)
		for j, spans := range look.Rows(l, max(4, width-at)) {
			var row frame.Row
			if j == 0 {
				row.Cells = []frame.Cell{{At: frame.Slot{Col: frame.Margin, Width: digits, Right: true}, Text: words.Count(i + 1), Style: theme.Dim}}
			}
			if len(spans) > 0 {
				row.Cells = append(row.Cells, frame.Cell{At: frame.At(at), Text: spans[0].Text, Style: spans[0].Style, More: spans[1:]})
			}
			lines = append(lines, kit.PageLine{ID: id, Line: row})
			id = a.Name + kit.RowMark + "line " + strconv.Itoa(i) + " " + strconv.Itoa(j+1)
		}
	}
	if rest := len(all) - len(shown); rest > 0 {
		row := frame.Text(words.CountOf(rest, "more line"))
		row.Muted, row.Evidence = true, s.sh.Spell("{zoom} show all")
		lines = append(lines, kit.PageLine{ID: a.Name + kit.RowMark + "more", Line: row})
	}
	return lines
}
