package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// reason is why the key under the cursor does not work now, "" when it does.
func (h *help) reason() safe.Text {
	if rows := h.rows(h.filter); h.at < len(rows) && rows[h.at].why != "" {
		return safe.Clean(h.sh.keys.Key(rows[h.at].row.Intents[0]) + ": " + rows[h.at].why)
	}
	return ""
}

// reasons say what does not work here now, and why: as much as there is room for, with
// the reason of the key under the cursor or of the last such key before it.
func (h *help) reasons(width int) []frame.Line {
	var lines []frame.Line
	here := 0
	for i, r := range h.rows(h.filter) {
		if r.why == "" {
			continue
		}
		key := safe.Clean(h.sh.keys.Key(r.row.Intents[0]))
		lines = append(lines, reasonRows(width, key.Pad(3)+" "+safe.Clean(r.why))...)
		if i <= h.at {
			here = len(lines)
		}
	}
	return reasonsPart(lines, here)
}

// reasonRows is a reason at its whole length.
func reasonRows(width int, why safe.Text) []frame.Line {
	var lines []frame.Line
	for i, row := range wrapped(why, width-frame.Margin) {
		lines = append(lines, signed([...]frame.Sign{frame.SignCannot, frame.NoSign}[min(i, 1)], row))
	}
	return lines
}

// reasonsPart shows as many of the lines as there is room for below the keys, up to
// the one that is to be seen at least.
func reasonsPart(lines []frame.Line, to int) []frame.Line {
	const most = frame.FootRows - 1 // beside the title
	if len(lines) == 0 {
		return nil
	}
	from, said := max(0, to-most), safe.Text("")
	end := min(len(lines), from+most)
	if len(lines) > most {
		said = rowsSaid(from+1, end, len(lines))
	}
	return append([]frame.Line{frame.Title("not here, and why", said, false)}, lines[from:end]...)
}
