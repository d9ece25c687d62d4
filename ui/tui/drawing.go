package tui

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

// guarded draws a screen. A mistake of ours in one costs that screen alone: the
// program goes on, and what is typed, staged or at work is there as before.
func (sh *shared) guarded(s screen, width, height int) (c frame.Content) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		text := safe.Clean(fmt.Sprintf("this screen cannot be drawn, which is a mistake in ralsh: %v", p))
		if sh.undrawn != text {
			sh.undrawn = text
			sh.log.add(logEntry{when: sh.now(), about: "ralsh", sign: frame.SignNeeds, what: text, lines: fallen()})
		}
		body := []frame.Line{frame.Title("not drawn", "", true)}
		for i, part := range wrapped(text, width-frame.Margin) {
			row := frame.Text(part)
			if i == 0 {
				row = signed(frame.SignNeeds, part)
			}
			body = append(body, row)
		}
		c = frame.Content{
			Body:    []frame.Block{frame.One(body)},
			Message: frame.Message{Sign: frame.SignNeeds, Text: sh.spell("{log} has where it happened; {back} leaves, nothing is lost")},
		}
	}()
	return s.view(width, height)
}
