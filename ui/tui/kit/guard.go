package kit

import (
	"fmt"
	"runtime/debug"
	"strings"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// fallen are the calls that led to a panic, the last first.
func fallen() []safe.Text {
	_, calls, _ := strings.Cut(string(debug.Stack()), "\npanic(")
	var list []safe.Text
	for _, line := range strings.Split(calls, "\n")[1:] {
		list = append(list, safe.Clean(strings.ReplaceAll(line, "\t", "  ")))
	}
	const most = 12
	return list[:min(len(list), most)]
}

// Guarded draws a screen. A mistake of ours in one costs that screen alone: the
// program goes on, and what is typed, staged or at work is there as before.
func (sh *Shared) Guarded(s Screen, width, height int) (c frame.Content) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		text := safe.Clean(fmt.Sprintf("this screen cannot be drawn, which is a mistake in ralsh: %v", p))
		if sh.undrawn != text {
			sh.undrawn = text
			sh.Log.Add(LogEntry{When: sh.Now(), About: "ralsh", Sign: frame.SignNeeds, What: text, Lines: fallen()})
		}
		body := []frame.Line{frame.Title("not drawn", "", true)}
		for i, part := range Wrap(text, width-frame.Margin) {
			row := frame.Text(part)
			if i == 0 {
				row = SignedRow(frame.SignNeeds, part)
			}
			body = append(body, row)
		}
		c = frame.Content{
			Body:    []frame.Block{frame.One(body)},
			Message: frame.Message{Sign: frame.SignNeeds, Text: sh.Spell("{log} has where it happened; {back} leaves, nothing is lost")},
		}
	}()
	return s.View(width, height)
}
