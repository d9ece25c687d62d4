package cli

import (
	"math"
	"time"

	"ralsh/ral/transaction"
	"ralsh/ui/tui/widget"
)

// hunks prints what of a content would differ.
func (a *app) hunks(c transaction.Change) {
	is := c.Is.Raw()
	if c.Is.IsAbsent() {
		is = ""
	}
	hunks, note := widget.Contents(is, c.Should.Raw(), 2, time.Second)
	if note != "" {
		a.print("    %s", string(note.ASCIIArrows(math.MaxInt)))
	}
	for _, h := range hunks {
		a.print("    %s", string(h.Head))
		for _, line := range h.Lines {
			if text := string(line.Text()); line.Side != widget.Marks {
				a.print("    %s %s", sideSign(line.Side), text)
			}
		}
	}
}

func sideSign(s widget.Side) string {
	switch s {
	case widget.Is:
		return "-"
	case widget.Should:
		return "+"
	}
	return " "
}
