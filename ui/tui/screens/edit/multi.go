package edit

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// newEditAll returns the editor of several drafts of a type. The draft of the
// editor is not in the basket: it holds the values that all drafts have in
// common.
func newEditAll(sh *kit.Shared, drafts []*draft.Draft) *Screen {
	first := drafts[0]
	e := newEdit(sh, draft.New(first.Type, first.Title, first.Provider, first.Found))
	e.each = drafts
	e.name = words.CountOf(len(drafts), "row") + " > edit"
	e.reading = false
	e.gather()
	unchecks := make([]draft.Check, len(drafts))
	for i, d := range drafts {
		unchecks[i] = unchecked(d)
	}
	e.check = draft.Together(drafts, unchecks)
	return e
}

// gather copies the values that all drafts have in common into the draft of the
// editor.
func (e *form) gather() {
	if e.each == nil {
		return
	}
	for _, a := range e.draft.Type.Order() {
		first, _ := e.each[0].Text(a.Name)
		for _, d := range e.each[1:] {
			if text, _ := d.Text(a.Name); text != first {
				first = ""
			}
		}
		e.draft.Set(a.Name, first)
	}
}

func (e *form) set(attr, text string) {
	e.draft.Set(attr, text)
	for _, d := range e.each {
		d.Set(attr, text)
	}
}

// undo undoes the edit of an attribute, or restores it.
func (e *form) undo(attr string) {
	had := e.typedFor(attr)
	for _, d := range e.drafts() {
		if _, set := d.Text(attr); set == had {
			d.Undo(attr)
		}
	}
	e.gather()
}

// typedFor reports whether any draft has a value for an attribute.
func (e *form) typedFor(attr string) bool {
	for _, d := range e.drafts() {
		if _, set := d.Text(attr); set {
			return true
		}
	}
	return false
}

func (e *form) drafts() []*draft.Draft {
	if e.each == nil {
		return []*draft.Draft{e.draft}
	}
	return e.each
}

// edited reports whether any draft has an edit.
func (e *form) edited() bool {
	for _, d := range e.drafts() {
		if !d.Empty() {
			return true
		}
	}
	return false
}

// AsText returns the drafts, to be edited on the base of the current state.
func (e *Screen) AsText() ([]*draft.Draft, bool) { return e.drafts(), true }

// decls returns the declarations of the drafts. It omits drafts without edits
// if there are several.
func (e *form) decls() []ral.Decl {
	if e.each == nil {
		return []ral.Decl{e.draft.Decl()}
	}
	var decls []ral.Decl
	for _, d := range e.each {
		if !d.Empty() {
			decls = append(decls, d.Decl())
		}
	}
	return decls
}

// planned returns the declarations of the drafts with edits, and of the drafts
// that they reference.
func (e *form) planned() []ral.Decl {
	wanting := slices.DeleteFunc(slices.Clone(e.drafts()), (*draft.Draft).Empty)
	return e.sh.Basket.WithDependencies(wanting...)
}

// about names the resources of the editor.
func (e *form) about() safe.Text {
	if e.each == nil {
		return safe.Clean(e.draft.Ref())
	}
	return words.CountOf(len(e.each), safe.Clean(e.draft.Type.Name))
}

// readEach is the current state of several resources.
type readEach struct {
	founds []*ral.Instance // an element is nil if its resource could not be read
	err    error
}

// readEach reads several resources again.
func (e *Screen) readEach() tea.Cmd {
	session := e.sh.Session
	var copies []*draft.Draft
	for _, d := range e.each {
		copies = append(copies, d.Clone())
	}
	return e.readsAll.Start(e.sh, func(ctx context.Context) readEach {
		got := readEach{founds: make([]*ral.Instance, len(copies))}
		for i, d := range copies {
			inst, err := kit.ReadDraft(ctx, session, d)
			if err != nil {
				got.err = err
				continue
			}
			got.founds[i] = inst
		}
		return got
	})
}

// readAll stores the read state.
func (e *Screen) readAll(instances []*ral.Instance, err error) tea.Cmd {
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
		return tea.Batch(checked, kit.SayError(safe.Clean("cannot read all of "+string(e.about())+": "+err.Error())))
	}
	return checked
}
