package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// editAllReadMsg is what the resources of a sheet are now.
type editAllReadMsg struct {
	screen *edit
	gen    int
	founds []*ral.Instance // nil for one that could not be read
	err    error
}

// readEach reads the resources of a sheet about several again.
func (e *edit) readEach() tea.Cmd {
	gen, ctx, session := e.gen, e.sh.ctx, e.sh.session
	var copies []*model.Draft
	for _, d := range e.each {
		copies = append(copies, d.Clone())
	}
	return func() tea.Msg {
		msg := editAllReadMsg{screen: e, gen: gen, founds: make([]*ral.Instance, len(copies))}
		for i, d := range copies {
			inst, err := readOne(ctx, session, d)
			if err != nil && !inst.Present() {
				msg.err = err
				continue
			}
			msg.founds[i] = inst
		}
		return msg
	}
}

// readAll takes over what was read.
func (e *edit) readAll(instances []*ral.Instance, err error) tea.Cmd {
	e.reading = false
	for i, inst := range instances {
		switch d := e.each[i]; {
		case inst != nil:
			d.Found, d.Unread = inst, ""
		case d.Found == nil && err != nil:
			d.Unread = err.Error()
		}
	}
	checked := e.recheck()
	if err != nil {
		return tea.Batch(checked, sayError(safe.Clean("not all of "+string(e.about())+" could be read: "+err.Error())))
	}
	return checked
}
