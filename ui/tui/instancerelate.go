package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
)

// relatedMsg is what an instance is connected to.
type relatedMsg struct {
	screen      *instance
	number      int
	connections model.Connections
}

// neighbours are the types that an instance can lead to, and those of which an
// instance can lead to it.
func (s *instance) neighbours() []*ral.Type {
	list := s.sh.session.PointingAt(s.typ)
	for _, rel := range s.typ.Relations {
		if t := s.sh.session.Env.Registry.Type(rel.Type); t != nil && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// wantNeighbours lists the neighbours that were not listed since the host was
// last changed; the others are taken as they were seen, but when again is set.
func (s *instance) wantNeighbours(again bool) tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range s.neighbours() {
		if l := s.sh.listings.Of(t); t.NotListable == "" && (l.Stage == listings.StageWaiting || again && !l.Busy()) {
			cmds = append(cmds, s.sh.begin(l))
		}
	}
	return tea.Batch(cmds...)
}

// relate finds what the instance is connected to, among what is known of its
// neighbours. A search that runs is given up.
func (s *instance) relate() tea.Cmd {
	if s.found == nil || !s.found.Present() {
		s.connected = &model.Connections{}
		return nil
	}
	known := make(map[string]model.KnownInstances)
	for _, t := range s.neighbours() {
		known[t.Name] = s.sh.listings.Known(t)
	}
	s.related++
	if s.stop != nil {
		s.stop()
	}
	ctx, stop := context.WithCancel(s.sh.ctx)
	s.stop = stop
	session, found, number := s.sh.session, s.found, s.related
	return func() tea.Msg {
		return relatedMsg{s, number, session.Connections(ctx, found, known)}
	}
}

// maxLinks is how many of those that lead to an instance are shown.
const maxLinks = 200

func (s *instance) takeRelated(msg relatedMsg) {
	if msg.number != s.related {
		return
	}
	s.connected, s.unshown = &msg.connections, 0
	slices.SortStableFunc(s.connected.From, linksByName)
	if n := len(s.connected.From); n > maxLinks {
		s.connected.From, s.unshown = s.connected.From[:maxLinks], n-maxLinks
	}
	for _, l := range msg.connections.To {
		if l.Found != nil && l.Found.Type.NotListable != "" {
			s.sh.listings.See(l.Found)
		}
	}
}
