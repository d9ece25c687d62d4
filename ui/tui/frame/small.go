package frame

import (
	"strconv"

	"ralsh/ui/safe"
)

// small is all that is drawn below the least size: what it needs, what it has,
// and that nothing is lost. What does not fit goes from below.
func small(p *pen, width, height int, c Content) []string {
	where, _ := c.Top.crumbs(width, p.mode.Ellipsis())
	if n := len(c.Top.Crumbs); n > 0 {
		where += c.Top.Crumbs[n-1]
	}
	if c.Running != "" {
		where = c.Running
	}
	lost := safe.Text("Nothing is lost.")
	if c.Kept != "" {
		lost = "Nothing is lost: " + c.Kept + "."
	}
	quit := safe.Text("q")
	if c.Quit != "" {
		quit = c.Quit
	}
	texts := []safe.Text{
		where,
		"",
		"ralsh needs " + size(LeastWidth, LeastHeight) + " here.",
		"This terminal is " + size(width, height) + ".",
		lost,
		"",
		"make it larger, or " + quit + " quits",
	}
	lines := make([]string, max(0, height))
	for i := range min(len(texts), len(lines)) {
		p.put(texts[i], 0, width)
		lines[i] = p.line(width)
	}
	return lines
}

func size(width, height int) safe.Text {
	return safe.Clean(strconv.Itoa(width) + "x" + strconv.Itoa(height))
}
