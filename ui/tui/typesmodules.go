package tui

import (
	"path"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// reloadedMsg says that the modules were read again.
type reloadedMsg struct{ err error }

// reload reads the modules again: a file of theirs may have changed.
func (s *types) reload() tea.Cmd {
	return func() tea.Msg {
		_, err := s.sh.session.ReloadModules(s.sh.ctx)
		return reloadedMsg{err}
	}
}

// reloaded shows the types as they are now, and says which plugins cannot be
// used.
func (s *types) reloaded(msg reloadedMsg) tea.Cmd {
	at, there := s.list.Cursor()
	var all []*listings.Listing
	for _, t := range s.sh.session.Types() {
		all = append(all, s.sh.listings.Of(t))
	}
	s.list.Set(all)
	if there {
		s.list.Go(at.Type.Name)
	}
	s.sh.basket.Rebind(s.sh.session.Env.Registry)
	return tea.Batch(s.feed(), s.sh.modulesSaid(msg.err))
}

// moduleOf says which module and file a type comes from, "" for one that is built in.
// Where it is narrow the folder is left out; the providers and why have it.
func moduleOf(t *ral.Type, wide bool) safe.Text {
	o := t.Origin
	switch {
	case o.BuiltIn():
		return ""
	case !wide:
		o.Pos = path.Base(o.Pos)
	}
	return safe.Clean("From " + o.String() + ".")
}
