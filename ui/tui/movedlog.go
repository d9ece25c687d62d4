package tui

import (
	"strings"
	"time"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// maxDriftLogged is how many of what moved a look has by name in the log.
const maxDriftLogged = 5

// moved notes what a look found to have moved, with what it was.
func (el *eventLog) moved(l *listings.Listing, now time.Time) {
	m := l.TakeDrift()
	typ := safe.Clean(l.Type.Name)
	put := func(about, what safe.Text) {
		el.add(logEntry{when: now, sign: frame.SignMoved, about: about, what: what})
	}
	for _, v := range m.Changed[:min(len(m.Changed), maxDriftLogged)] {
		put(typ+" "+safe.Clean(v.Now.Name), "moved: "+movedWords(v.Was, v.Now))
	}
	if n := len(m.Changed) - maxDriftLogged; n > 0 {
		put(typ, "and "+widget.Count(n)+" more moved")
	}
	if len(m.Came) > 0 {
		put(typ, "came: "+someNames(m.Came))
	}
	if len(m.Gone) > 0 {
		put(typ, "gone: "+someNames(m.Gone))
	}
}

// someNames are the first of names, and how many more there are.
func someNames(names []string) safe.Text {
	text := safe.Clean(strings.Join(names[:min(len(names), maxDriftLogged)], ", "))
	if n := len(names) - maxDriftLogged; n > 0 {
		text += " and " + widget.Count(n) + " more"
	}
	return text
}
