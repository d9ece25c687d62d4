package output

import (
	"fmt"
	"strings"

	"ralsh/ui/safe"
)

// Bar draws a progress bar on a line of a terminal. Other outputs get no bar.
type Bar struct {
	to    *Printer
	what  string
	width int // of the text on the line
}

// NewBar returns a bar that counts in a unit.
func NewBar(p *Printer, what string) *Bar { return &Bar{to: p, what: what} }

const barWidth = 30

// Show draws how many of all are done.
func (b *Bar) Show(done, all int) {
	if all == 0 {
		return
	}
	full := done * barWidth / all
	b.draw(fmt.Sprintf("[%s%s] %d of %d %s", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done, all, b.what))
}

// Wait draws the reason of a wait in place of the bar.
func (b *Bar) Wait(what string) { b.draw(what + " ...") }

// draw replaces the text on the line.
func (b *Bar) draw(text string) {
	if !b.to.ErrTerminal {
		return
	}
	text = string(safe.Clean(text))
	fmt.Fprint(b.to.Err, "\r"+text+strings.Repeat(" ", max(0, b.width-len(text))))
	b.width = len(text)
}

// Clear removes the bar.
func (b *Bar) Clear() {
	if b.width > 0 {
		fmt.Fprint(b.to.Err, "\r"+strings.Repeat(" ", b.width)+"\r")
		b.width = 0
	}
}
