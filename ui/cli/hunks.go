package cli

import (
	"fmt"
	"io"
	"math"
	"time"

	"ralsh/ral/transaction"
	"ralsh/ui/tui/widget"
)

// hunks prints the difference of two contents to w.
func (a *app) hunks(w io.Writer, c transaction.Change) {
	is := c.Is.Raw()
	if c.Is.IsAbsent() {
		is = ""
	}
	hunks, note := widget.Contents(is, c.Should.Raw(), 2, time.Second)
	if note != "" {
		fmt.Fprintf(w, "    %s\n", note.ASCIIArrows(math.MaxInt))
	}
	for _, h := range hunks {
		fmt.Fprintf(w, "    %s\n", h.Head)
		for _, line := range h.Lines {
			if text := line.Text(); line.Side != widget.Marks {
				fmt.Fprintf(w, "    %s %s\n", sideSign(line.Side), text)
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
