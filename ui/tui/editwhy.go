package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
)

// why says what is wrong with the field under the cursor; asked again, or where
// nothing is, it leads to the providers.
func (e *edit) why() tea.Cmd {
	f := e.current()
	text := e.whyField(f)
	if text == "" || e.asked == f.Attr.Name {
		e.asked = ""
		return push(newWhyBelow(e.sh, e.draft.Type, e.provider))
	}
	e.asked = f.Attr.Name
	return say(text + e.sh.spell("; {why} again shows the providers"))
}

func (e *edit) whyField(f model.Field) safe.Text {
	name := safe.Clean(f.Attr.Name)
	switch f.State {
	case model.FieldInvalid:
		text := name + " is invalid: " + safe.Clean(strings.TrimSuffix(f.Message, "."))
		if t := allowed(f, e.provider); t != "" {
			text += "; " + t
		}
		return text
	case model.Cannot:
		if e.provider != nil && len(e.provider.Lacks(f.Attr)) > 0 {
			return name + " needs " + safe.Clean(strings.Join(f.Attr.Features, ", ")) + ": " + e.whoHas(f)
		}
		return name + ": " + safe.Clean(strings.TrimSuffix(f.Message, "."))
	case model.NeedsRoot:
		return name + ": " + safe.Clean(strings.TrimSuffix(f.Message, "."))
	}
	return ""
}

// whoHas are the providers that can manage an attribute, and why none of them is
// used here.
func (e *edit) whoHas(f model.Field) safe.Text {
	var has []safe.Text
	for _, p := range e.draft.Type.Providers() {
		if len(p.Lacks(f.Attr)) > 0 {
			continue
		}
		text := safe.Clean(p.Name) + " has it"
		if c := e.sh.book.of(e.draft.Type).choice; c != nil {
			for _, s := range c.All {
				if s.Provider == p && !s.Suitable() {
					text += ", but is unsuitable here: " + safe.Clean(s.Reason())
				}
			}
		}
		has = append(has, text)
	}
	if len(has) == 0 {
		return "no provider of " + safe.Clean(e.draft.Type.Name) + " has it"
	}
	return safe.Join(has, "; ")
}
