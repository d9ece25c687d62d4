package output

import (
	"fmt"
	"io"
	"math"
	"time"

	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// Hunks prints the difference of two contents to w.
func (p *Printer) Hunks(w io.Writer, is, should string) {
	t := p.Theme(w)
	hunks, note := widget.Contents(is, should, 2, time.Second)
	if note != "" {
		fmt.Fprintf(w, "    %s\n", note.ASCIIArrows(math.MaxInt))
	}
	for _, h := range hunks {
		fmt.Fprintf(w, "    %s\n", Paint(t, theme.Muted, string(h.Head)))
		for _, line := range h.Lines {
			text := line.Text()
			switch sign, tok := side(line.Side); {
			case text == widget.NoNewline:
				fmt.Fprintf(w, "    %s\n", Paint(t, theme.Muted, string(text)))
			case line.Side != widget.Marks:
				fmt.Fprintf(w, "    %s\n", Paint(t, tok, sign+" "+string(text)))
			}
		}
	}
}

func side(s widget.Side) (sign string, tok theme.Token) {
	switch s {
	case widget.Is:
		return "-", theme.Remove
	case widget.Should:
		return "+", theme.Add
	}
	return " ", theme.Text
}
