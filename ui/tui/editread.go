package tui

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// begin elects the providers, and reads the resource when told to.
func (e *edit) begin(read bool) tea.Cmd {
	e.gen++
	gen, d, ctx, session := e.gen, e.draft.Clone(), e.sh.ctx, e.sh.session
	elect := func() tea.Msg {
		p := d.Provider
		if p == nil {
			p = session.Env.Elect(ctx, d.Type).Winner
		}
		session.Check(ctx, d)
		return editReadyMsg{e, gen, p}
	}
	if !read {
		return elect
	}
	if e.each != nil {
		return tea.Batch(elect, e.readEach())
	}
	own := e.draft.Clone() // both run at once
	return tea.Batch(elect, func() tea.Msg {
		inst, err := readOne(ctx, session, own)
		msg := editReadMsg{screen: e, gen: gen, found: inst, err: err}
		if _, refused := errors.AsType[ral.Diags](err); refused && own.Found == nil {
			own.Unread = err.Error()
			msg.needs = session.Check(ctx, own).Needed()
		}
		return msg
	})
}

// readOne reads the resource of a draft by its own provider, or by the first
// that knows it.
func readOne(ctx context.Context, session *model.Session, d *model.Draft) (*ral.Instance, error) {
	seen := session.Env.Find(ctx, d.Type, d.Title, d.Places()...)
	var err error
	if len(seen) == 0 {
		err = session.Choose(ctx, d.Type).Unsuitable()
	}
	for _, s := range seen {
		if d.Provider != nil && s.Provider.SourceName() != d.Provider.SourceName() {
			continue
		}
		if s.Err != nil {
			err = s.Err
			continue
		}
		if s.Found.Present() {
			return s.Found, nil
		}
	}
	return ral.AbsentInstance(d.Type, d.Title), err
}

// read takes over what the resource is now. Where it could not be read nothing is
// known of it; what has yet to be typed for that is no error.
func (e *edit) read(msg editReadMsg) tea.Cmd {
	e.reading = false
	inst := msg.found
	if msg.err != nil && !inst.Present() {
		e.draft.Unread = msg.err.Error()
		if len(msg.needs) > 0 {
			e.draft.Unread = "it is looked for once " + strings.Join(msg.needs, " and ") + " is typed"
		}
		checked := e.recheck()
		if len(msg.needs) > 0 {
			return checked
		}
		return tea.Batch(checked, sayError(safe.Clean(e.draft.Ref()+" could not be read: "+msg.err.Error())))
	}
	if old := e.draft.Found; old != nil {
		for _, a := range e.draft.Type.Properties() {
			if !old.Get(a.Name).Equal(inst.Get(a.Name)) {
				e.moved[a.Name] = true
			}
		}
	}
	e.draft.Found, e.draft.Unread = inst, ""
	said := e.hereAlready()
	return tea.Batch(said, e.recheck())
}

// relook reads anew when what was typed says where the resource is.
func (e *edit) relook(a *ral.Attribute) tea.Cmd {
	if now, _ := e.draft.Text(a.Name); e.each != nil || !a.Namevar && !a.LocatesResource || now == e.begun {
		return nil
	}
	e.draft.Found, e.draft.Unread, e.reading = nil, "", true
	return e.begin(true)
}

// unread reports whether what there is could not be read.
func (e *edit) unread() bool { return e.each == nil && e.draft.Found == nil && e.draft.Unread != "" }
