package kit

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// EmptyRows fills a pane without rows with the reason and, below an empty row,
// further sentences, in the middle of the pane. An empty text becomes an empty
// row. In plain mode the sentences are not centred.
func EmptyRows(sh *Shared, width, height int, text ...safe.Text) []frame.Line {
	var lines []frame.Line
	for i, text := range text {
		if text == "" || i == 1 {
			lines = append(lines, nil)
		}
		if text == "" {
			continue
		}
		style := theme.Text
		if i > 0 {
			style = theme.Muted
		}
		for _, part := range Wrap(text, min(width-2*frame.Margin, 72)) {
			row := frame.Prose(part)
			row.Cells[0].Style = style
			if !sh.Mode.Plain {
				row.Cells[0].At = frame.At(max(1, (width-part.Width())/2))
			}
			lines = append(lines, row)
		}
	}
	if above := (height - len(lines)) / 2; above > 0 && !sh.Mode.Plain {
		lines = append(make([]frame.Line, above), lines...)
	}
	return lines
}
