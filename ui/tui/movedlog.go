package tui

import (
	"strings"
	"time"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// maxDriftLogged is how many of what moved a look has by name in the log.
const maxDriftLogged = 5

// moved notes what a look found to have moved, with what it was.
func (el *eventLog) moved(l *listing, now time.Time) {
	m := l.news
	l.news = driftSummary{}
	typ := safe.Clean(l.typ.Name)
	put := func(about, what safe.Text) {
		el.add(logEntry{when: now, sign: frame.SignMoved, about: about, what: what})
	}
	for _, v := range m.moved[:min(len(m.moved), maxDriftLogged)] {
		put(typ+" "+safe.Clean(v.now.Name), "moved: "+movedWords(v.was, v.now))
	}
	if n := len(m.moved) - maxDriftLogged; n > 0 {
		put(typ, "and "+widget.Count(n)+" more moved")
	}
	if len(m.came) > 0 {
		put(typ, "came: "+someNames(m.came))
	}
	if len(m.gone) > 0 {
		put(typ, "gone: "+someNames(m.gone))
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
