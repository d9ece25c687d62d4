package edit

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
)

// read is the current state of the resource.
type read struct {
	found *ral.Instance
	err   error
	needs []string // missing values without which it cannot be read
}

// begin elects the providers, so that checks no longer read the host. If again is
// true, it reads the resource.
func (e *Screen) begin(again bool) tea.Cmd {
	d, session := e.draft.Clone(), e.sh.Session
	elect := e.elects.Start(e.sh, func(ctx context.Context) *ral.Provider {
		p := d.Provider
		if p == nil {
			p = session.Env.Elect(ctx, d.Type).Winner
		}
		session.Drafts.Check(ctx, d)
		return p
	})
	if !again {
		return elect
	}
	if e.each != nil {
		return tea.Batch(elect, e.readEach())
	}
	own := e.draft.Clone() // both commands run concurrently
	e.tried = own.Places()
	return tea.Batch(elect, e.reads.Start(e.sh, func(ctx context.Context) read {
		inst, err := kit.ReadDraft(ctx, session, own)
		got := read{found: inst, err: err}
		if _, refused := errors.AsType[diagnostic.Diags](err); refused && own.Found == nil {
			own.Unread = err.Error()
			got.needs = session.Drafts.Check(ctx, own).Needed()
		}
		return got
	}))
}

// elected stores the provider for which the draft is checked.
func (e *Screen) elected(p *ral.Provider) tea.Cmd {
	e.ready, e.provider = true, p
	for e.at > 0 && e.hidden(e.at) {
		e.at--
	}
	return e.recheck()
}

// read stores the current state of the resource. If it could not be read, the
// state is unknown; that is not an error if required values are still missing.
func (e *Screen) read(got read) tea.Cmd {
	e.reading = false
	inst := got.found
	if got.err != nil {
		e.draft.Unread = got.err.Error()
		if len(got.needs) > 0 {
			e.draft.Unread = "ralsh reads the resource after you type " + strings.Join(got.needs, " and ")
		}
		checked := e.recheck()
		if len(got.needs) > 0 || e.field != nil {
			return checked // its fields say it
		}
		return tea.Batch(checked, kit.SayError(safe.Clean("cannot read "+e.draft.Ref()+": "+got.err.Error())))
	}
	if old := e.draft.Found; old != nil {
		for _, a := range e.draft.Type.Properties() {
			if !old.Get(a.Name).Equal(inst.Get(a.Name)) {
				e.moved[a.Name] = true
			}
		}
	}
	e.draft.Found, e.draft.Unread = inst, ""
	text := e.hereAlready()
	return tea.Batch(text, e.recheck())
}

// readRelocated reads the resource again if the edited attribute locates it.
func (e *Screen) readRelocated(a *ral.Attribute) tea.Cmd {
	if now, _ := e.draft.Text(a.Name); e.each != nil || !e.draft.Type.Locates(a) || now == e.begun {
		return nil
	}
	e.draft.Found, e.draft.Unread, e.reading = nil, "", true
	return e.begin(true)
}

// readWherePlaced reads an unreadable resource again if its draft now has a
// different place: the open field can complete the place.
func (e *Screen) readWherePlaced() tea.Cmd {
	same := func(a, b ral.Attr) bool { return a.Name == b.Name && a.Value.Equal(b.Value) }
	if !e.unread() || slices.EqualFunc(e.tried, e.draft.Places(), same) {
		return nil
	}
	return e.begin(true)
}

// unread reports whether the current state could not be read.
func (e *form) unread() bool { return e.each == nil && e.draft.Found == nil && e.draft.Unread != "" }
