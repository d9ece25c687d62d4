package tui

import (
	"ralsh/model/listings"
	"ralsh/ui/tui/widget"
)

// places are where one was in each list, by type, so that nobody who looks at another
// column loses the place, or what was selected.
type places map[string]place

type place struct {
	cursor   string
	selected []string
}

// leave notes the place in the list of a type.
func (p places) leave(typ string, l *widget.List[listings.Entry]) {
	var at place
	if e, ok := l.Cursor(); ok {
		at.cursor = e.ID()
	}
	for _, e := range l.Selected() {
		at.selected = append(at.selected, e.ID())
	}
	p[typ] = at
}

// restore goes to the place again, as far as it is still there.
func (p places) restore(typ string, l *widget.List[listings.Entry]) {
	at := p[typ]
	l.Select(at.selected...)
	if at.cursor != "" {
		l.Go(at.cursor)
	}
}
