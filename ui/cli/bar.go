package cli

import (
	"fmt"
	"strings"

	"ralsh/ui/safe"
)

// bar draws a progress bar on a line of a terminal. Other outputs get no bar.
type bar struct {
	to    *printer
	what  string
	width int // of the text on the line
}

// newBar returns a bar that counts in a unit.
func newBar(p *printer, what string) *bar { return &bar{to: p, what: what} }

const barWidth = 30

// show draws how many of all are done.
func (b *bar) show(done, all int) {
	if all == 0 {
		return
	}
	full := done * barWidth / all
	b.draw(fmt.Sprintf("[%s%s] %d of %d %s", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done, all, b.what))
}

// wait draws the reason of a wait in place of the bar.
func (b *bar) wait(what string) { b.draw(what + " ...") }

// draw replaces the text on the line.
func (b *bar) draw(text string) {
	if !b.to.ErrTerminal {
		return
	}
	text = string(safe.Clean(text))
	fmt.Fprint(b.to.Err, "\r"+text+strings.Repeat(" ", max(0, b.width-len(text))))
	b.width = len(text)
}

// clear removes the bar.
func (b *bar) clear() {
	if b.width > 0 {
		fmt.Fprint(b.to.Err, "\r"+strings.Repeat(" ", b.width)+"\r")
		b.width = 0
	}
}
