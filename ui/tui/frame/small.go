package frame

import (
	"slices"
	"strconv"

	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// small is all that is drawn below the least size: what it needs, what it has, and
// that nothing is lost, or what was said to the last key. Where there is less room it is said in fewer words, blank
// lines go, and then what does not fit goes from below.
func small(p *pen, width, height int, c Content) []string {
	where := safe.Join(c.Top.crumbs(width, p.mode.left()), " > ")
	if c.Running != "" {
		where = c.Running
	}
	texts := append([]safe.Text{where, ""}, needs(width, height, c)...)
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

// spelled is the width from which it is said in sentences.
const spelled = 28

func needs(width, height int, c Content) []safe.Text {
	quit := safe.Text("q")
	if c.Quit != "" {
		quit = c.Quit
	}
	out := "make it larger, or " + quit + " quits"
	if width < spelled {
		out = quit + " quits"
	}
	least, here := size(LeastWidth, LeastHeight), size(width, height)
	short := width < spelled
	switch {
	case short && len(c.KeyReply) > 0:
		return slices.Concat([]safe.Text{"needs " + least, "this is " + here}, c.KeyReply)
	case short && len(c.WayOut) > 0:
		return slices.Concat([]safe.Text{"needs " + least, "this is " + here}, c.WayOut)
	case short:
		return []safe.Text{"needs " + least, "this is " + here, "nothing is lost", "", out}
	case len(c.KeyReply) > 0:
		return slices.Concat([]safe.Text{"ralsh needs " + least + " here.", "This terminal is " + here + "."}, c.KeyReply)
	}
	lost := safe.Text("Nothing is lost.")
	if c.Kept != "" {
		lost = "Nothing is lost: " + c.Kept + "."
	}
	said := []safe.Text{lost}
	if lost.Width() > width {
		said = []safe.Text{"Nothing is lost:", c.Kept + "."}
	}
	outs := c.WayOut
	if len(outs) == 0 {
		outs = []safe.Text{out}
	}
	return slices.Concat([]safe.Text{"ralsh needs " + least + " here.", "This terminal is " + here + "."}, said,
		[]safe.Text{""}, outs)
}

func size(width, height int) safe.Text {
	return safe.Clean(strconv.Itoa(width) + "x" + strconv.Itoa(height))
}
