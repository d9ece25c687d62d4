package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
)

// read takes over what the resource is now. Where it could not be read nothing is
// known of it; what has yet to be typed for that is no error.
func (e *edit) read(msg editReadMsg) tea.Cmd {
	e.reading = false
	f := msg.found
	if msg.err != nil && !f.Present() {
		e.draft.Unread = msg.err.Error()
		if len(msg.needs) > 0 {
			e.draft.Unread = "it is looked for once " + strings.Join(msg.needs, " and ") + " is typed"
		}
		e.recheck()
		if len(msg.needs) > 0 {
			return nil
		}
		return complain(safe.Clean(e.draft.Ref() + " could not be read: " + msg.err.Error()))
	}
	if old := e.draft.Found; old != nil {
		for _, a := range e.draft.Type.Properties() {
			if !old.Get(a.Name).Equal(f.Get(a.Name)) {
				e.moved[a.Name] = true
			}
		}
	}
	e.draft.Found, e.draft.Unread = f, ""
	said := e.hereAlready()
	e.recheck()
	return said
}

// relook reads anew when what was typed says where the resource is.
func (e *edit) relook(a *ral.Attribute) tea.Cmd {
	if now, _ := e.draft.Text(a.Name); e.each != nil || !a.Namevar && !a.Address || now == e.begun {
		return nil
	}
	e.draft.Found, e.draft.Unread, e.reading = nil, "", true
	return e.begin(true)
}

// unread reports whether what there is could not be read.
func (e *edit) unread() bool { return e.each == nil && e.draft.Found == nil && e.draft.Unread != "" }
