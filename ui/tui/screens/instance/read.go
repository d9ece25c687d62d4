package instance

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/sessionlog"
	"ralsh/ui/words"
)

// about contains data derived from an instance and its type: the declared
// resource, and the suitable providers.
type about struct {
	resource *ral.Resource
	choice   model.Choice
}

type read struct {
	seen  []onhost.FindResult
	about *about
	took  time.Duration
}

// read reads the resource from every source, at the place in its draft.
func (s *Screen) read() tea.Cmd {
	session := s.sh.Session
	t, title, provider := s.typ, s.title, s.provider()
	var at []ral.Attr
	if d := s.sh.Basket.Find(t, title, nil); d != nil {
		at = d.Places()
	}
	return s.reads.Start(s.sh, func(ctx context.Context) read {
		start := session.Env.Reader().Now()
		choice := session.Choose(ctx, t)
		seen := session.Env.Find(ctx, t, title, at...)
		took := session.Env.Reader().Since(start)
		return read{seen, aboutOf(ctx, session, ral.Decl{Type: t.Name, Title: title, Attrs: at}, choice, pick(seen, provider, choice)), took}
	})
}

// provider returns the name of the instance's provider, or "" for any.
func (s *resource) provider() string {
	if s.found != nil && s.found.Provider != nil {
		return s.found.Provider.Name
	}
	return ""
}

// pick returns the result of a provider. If provider is "", it returns that of
// the first provider that has the resource, with precedence for the default.
func pick(seen []onhost.FindResult, provider string, choice model.Choice) *onhost.FindResult {
	var best *onhost.FindResult
	for i := range seen {
		s := &seen[i]
		switch {
		case provider != "" && s.Provider.Name == provider:
			return s
		case best == nil, !best.Found.Present() && s.Found.Present():
			best = s
		case s.Provider == choice.Election.Winner && s.Found.Present():
			best = s
		}
	}
	return best
}

func aboutOf(ctx context.Context, session *model.Session, decl ral.Decl, choice model.Choice, seen *onhost.FindResult) *about {
	a := &about{choice: choice}
	if seen != nil {
		decl.Provider = seen.Provider.Name
		if seen.Found != nil {
			for _, p := range session.Env.Registry.Type(decl.Type).Properties() {
				if v := seen.Found.Get(p.Name); seen.Found.Known(p.Name) && !v.IsAbsent() && !v.IsUnknown() {
					decl = decl.With(p.Name, v)
				}
			}
		}
	}
	a.resource, _ = session.Env.Build(ctx, decl)
	return a
}

// take stores the read state, also in the list of the type, and informs the
// screens of the list.
func (s *Screen) take(msg read) tea.Cmd {
	s.took = msg.took
	s.seen, s.about = msg.seen, msg.about
	got := pick(msg.seen, s.provider(), msg.about.choice)
	if got == nil || got.Found == nil {
		return nil
	}
	was := s.found
	if s.asked || s.before == nil {
		s.before = was
	}
	s.found = got.Found
	if s.found.Provider == nil {
		s.found.Provider = got.Provider
	}
	if s.typ.NotListable != "" && s.found.Present() {
		s.sh.Listings.See(s.found)
	}
	e := sessionlog.Entry{When: s.reads.Ended, About: safe.Clean(s.typ.Name + " " + s.title), What: "read again, no changes", Took: msg.took, Timed: true}
	switch {
	case was == nil || listings.Same(was, s.found):
	case s.ours:
		s.before, e.What = nil, "read again after the apply"
	default:
		e.Sign, e.What = frame.SignMoved, "changed since the last read: "+words.Drift(was, s.found)
	}
	s.ours, s.asked = false, false
	s.sh.Log.Add(e)
	if was != nil && listings.Same(was, s.found) || s.typ.NotListable != "" {
		return nil
	}
	l := s.sh.Listings.Of(s.typ)
	l.Read(s.found, e.Sign == frame.SignMoved)
	return func() tea.Msg { return kit.ListedMsg{Listing: l, Replaced: true} }
}

// outdated reports whether the values are from an earlier reading, because the
// last reading failed.
func (s *resource) outdated() bool { return s.found != nil && s.failed() != nil }

// failed returns why the resource could not be read.
func (s *resource) failed() error {
	for _, seen := range s.seen {
		if seen.Err != nil && (s.provider() == "" || seen.Provider.Name == s.provider()) {
			return fmt.Errorf("%s cannot read the resource: %w", seen.Provider.Name, seen.Err)
		}
	}
	if s.found == nil && s.about != nil && len(s.seen) == 0 {
		return s.about.choice.Unsuitable()
	}
	return nil
}
