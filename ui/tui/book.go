package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
)

// book keeps one listing of each type for all screens.
type book struct{ byType map[*ral.Type]*listing }

func newBook() *book { return &book{byType: make(map[*ral.Type]*listing)} }

func (b *book) of(t *ral.Type) *listing {
	l := b.byType[t]
	if l == nil {
		l = &listing{typ: t}
		b.byType[t] = l
	}
	return l
}

// goodFor is how long a listing is good enough for a screen that is entered.
const goodFor = 10 * time.Second

// want begins a look at a type, unless one runs or has just ended.
func (b *book) want(sh *shared, t *ral.Type) tea.Cmd {
	l := b.of(t)
	if l.busy() || l.stage == stageDone && sh.now().Sub(l.ended) < goodFor {
		return nil
	}
	return l.begin(sh)
}

// again tests the providers of a type anew and lists it.
func (b *book) again(sh *shared, t *ral.Type) tea.Cmd {
	sh.session.Env.Changed()
	return b.of(t).begin(sh)
}

// take hands what a feed brought to its listing; false if that is given up.
func (b *book) take(msg fedMsg[news], now time.Time) (listedMsg, tea.Cmd, bool) {
	for _, l := range b.byType {
		if l.feed == msg.feed {
			out, cmd := l.take(msg, now)
			return out, cmd, true
		}
	}
	return listedMsg{}, nil, false
}

// changed makes every listing be read again, since the host was changed from
// here: what differs then has not moved.
func (b *book) changed() {
	b.stale()
	for _, l := range b.byType {
		l.ours = true
	}
}

// stale makes every listing be read again when it is next wanted.
func (b *book) stale() {
	for _, l := range b.byType {
		if l.stage == stageDone {
			l.stage = stageWaits
		}
	}
}
