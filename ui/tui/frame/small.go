package frame

import (
	"slices"
	"strconv"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// small draws a screen below the least size: the required size, the current
// size, and that edits are kept, or the reply to the last key. In less room it
// uses fewer words, then omits blank lines, and then the last lines.
func small(p *pen, width, height int, c Content) []string {
	where := safe.Join(c.Top.crumbs(width, p.mode.crumbEllipsis()), " > ")
	if c.Running != "" {
		where = c.Running
	}
	texts := append([]safe.Text{where, ""}, smallTexts(width, height, c)...)
	if height < len(texts) {
		texts = slices.DeleteFunc(texts, func(t safe.Text) bool { return t == "" })
	}
	lines := make([]string, max(0, height))
	for i := range min(len(texts), len(lines)) {
		p.put(texts[i], theme.Text, width)
		lines[i] = p.line(width)
	}
	return lines
}

// sentenceWidth is the width from which small uses whole sentences.
const sentenceWidth = 28

func smallTexts(width, height int, c Content) []safe.Text {
	quit := safe.Text("q")
	if c.Quit != "" {
		quit = c.Quit
	}
	out := "make it larger, or " + quit + " quits"
	if width < sentenceWidth {
		out = quit + " quits"
	}
	least, here := size(LeastWidth, LeastHeight), size(width, height)
	short := width < sentenceWidth
	switch {
	case short && len(c.KeyReply) > 0:
		return slices.Concat([]safe.Text{"needs " + least, "this is " + here}, c.KeyReply)
	case short && len(c.WayOut) > 0:
		return slices.Concat([]safe.Text{"needs " + least, "this is " + here}, c.WayOut)
	case short:
		return []safe.Text{"needs " + least, "this is " + here, "edits are kept", "", out}
	case len(c.KeyReply) > 0:
		return slices.Concat([]safe.Text{"ralsh needs " + least + " here.", "This terminal is " + here + "."}, c.KeyReply)
	}
	lost := safe.Text("All edits are kept.")
	if c.Kept != "" {
		lost = "Kept: " + c.Kept + "."
	}
	text := []safe.Text{lost}
	if lost.Width() > width {
		text = []safe.Text{"Kept:", c.Kept + "."}
	}
	outs := c.WayOut
	if len(outs) == 0 {
		outs = []safe.Text{out}
	}
	return slices.Concat([]safe.Text{"ralsh needs " + least + " here.", "This terminal is " + here + "."}, text,
		[]safe.Text{""}, outs)
}

func size(width, height int) safe.Text {
	return safe.Clean(strconv.Itoa(width) + "x" + strconv.Itoa(height))
}
