package typelist

import (
	"path"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// reloadedMsg reports that the modules were read again.
type reloadedMsg struct{ err error }

// reload reads the modules again, because their files may have changed.
func (s *Screen) reload() tea.Cmd {
	return func() tea.Msg {
		_, err := s.Sh.Session.Modules.Reload(s.Sh.Ctx)
		return reloadedMsg{err}
	}
}

// describe describes the types in Ruby that are not known yet, in the background.
func (s *Screen) describe() tea.Cmd {
	if s.Sh.Session.Modules.RubyPending() == 0 {
		return nil
	}
	return func() tea.Msg { return reloadedMsg{s.Sh.Session.Modules.DescribeRuby(s.Sh.Ctx)} }
}

// reading returns which types are still missing in the list, or "".
func (s *Screen) reading() safe.Text {
	if n := s.Sh.Session.Modules.RubyPending(); n > 0 {
		return words.CountOf(n, "type") + " of Ruby modules being read"
	}
	return ""
}

// reloaded updates the types, and reports which plugins are unusable.
func (s *Screen) reloaded(msg reloadedMsg) tea.Cmd {
	at, there := s.List.Cursor()
	var all []*listings.Listing
	for _, t := range s.Sh.Session.Types() {
		all = append(all, s.Sh.Listings.Of(t))
	}
	s.List.Set(all)
	if there {
		s.List.Go(at.Type.Name)
	}
	s.Sh.Basket.Rebind(s.Sh.Session.Env.Registry)
	return tea.Batch(s.feed(), s.reportModules(msg.err))
}

// moduleOf returns the module and file of a type, or "" for a built-in type. If
// wide is false, it omits the directory, which the providers screen shows.
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

// aboutModules is the subject of errors that reading the modules again may
// resolve.
const aboutModules = "modules"

// reportModules reports how many plugins are unusable, and the reason of the
// first plugin. The why of the message lists all plugins.
func (s *Screen) reportModules(err error) tea.Cmd {
	if err != nil {
		return func() tea.Msg {
			return kit.SayMsg{Text: "cannot read the modules again; the loaded modules stay: " + safe.Clean(err.Error()), Bad: true, About: aboutModules}
		}
	}
	env := s.Sh.Session.Modules.Loaded()
	if env == nil {
		return nil
	}
	var all []safe.Text
	for _, text := range env.FailureReport() {
		all = append(all, safe.Clean(words.FirstLine(text)))
	}
	if len(all) == 0 {
		return func() tea.Msg { return kit.SettledMsg{About: aboutModules} }
	}
	text := words.CountOf(len(all), "plugin") + " cannot be used"
	if len(all) > 1 {
		text += s.Sh.Spell(" ({why} lists them)")
	}
	return func() tea.Msg {
		return kit.SayMsg{Text: text + ": " + all[0], Bad: true, About: aboutModules, All: all}
	}
}
