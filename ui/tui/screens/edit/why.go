package edit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
)

// why explains the sign of the current field. For a field without an edit it
// opens the providers.
func (e *Screen) why() tea.Cmd {
	f := e.current()
	found := e.draft.Found
	if e.each != nil {
		found = nil
	}
	return kit.Push(kit.ToField(e.draft.Type, e.provider, found, f))
}

// fieldWhy explains fields of a resource. found is its current state, or nil
// for several resources.
type fieldWhy struct {
	sh       *kit.Shared
	typ      *ral.Type
	provider *ral.Provider
	found    *ral.Instance
}

// NewFieldWhy returns the menu that explains the sign of a field, or nil
// without a sign.
func NewFieldWhy(sh *kit.Shared, t *ral.Type, r kit.Route) *kit.Menu {
	return fieldWhy{sh, t, t.Provider(r.Provider), r.Instance(t)}.menu(*r.Field)
}

// menu returns the reasons for the sign of a field, or nil.
// An option opens the providers.
func (w fieldWhy) menu(f draft.Field) *kit.Menu {
	title, reasons := w.reasons(f)
	if len(reasons) == 0 {
		return nil
	}
	var copied strings.Builder
	for _, t := range slices.Concat([]safe.Text{title}, reasons) {
		copied.WriteString(string(t) + "\n")
	}
	what := "providers of " + safe.Clean(w.typ.Name) + ", with their tests"
	return kit.NewMenu(w.sh, "why", title, reasons, "",
		kit.Option{Name: "providers", What: what, Do: func() tea.Cmd { return kit.Push(kit.ToProviders(w.typ, w.provider)) }},
		kit.Option{Name: "copy", What: "this text", Do: func() tea.Cmd { return kit.SendCopy(copied.String(), "the reason") }},
		kit.Option{Name: "back", What: "", Do: func() tea.Cmd { return kit.Pop(1) }})
}

// reasons returns why a field has its sign. An unmanaged field has no reasons.
func (w fieldWhy) reasons(f draft.Field) (title safe.Text, reasons []safe.Text) {
	name := safe.Clean(f.Attr.Name)
	text := safe.Clean(strings.TrimSuffix(f.Message, "."))
	switch f.State {
	case draft.FieldInvalid:
		reasons = []safe.Text{text}
		if t := allowed(f, w.provider); t != "" {
			reasons = append(reasons, t)
		}
		return name + " is invalid", reasons
	case draft.Cannot:
		if w.provider != nil && len(w.provider.Lacks(f.Attr)) > 0 {
			needs := "it needs " + safe.Clean(strings.Join(w.provider.Lacks(f.Attr), ", ")) + ", which " + safe.Clean(w.provider.Name) + " does not support"
			return name + " cannot be managed here", append([]safe.Text{needs}, w.whoHas(f.Attr)...)
		}
		return name + " cannot be managed here", []safe.Text{text}
	case draft.ReadOnly:
		return name + " is read only", []safe.Text{text}
	case draft.NeedsRoot:
		return name + " is out of sync, and needs root", append(w.values(f), text)
	case draft.Changes:
		return name + " is out of sync", w.values(f)
	case draft.FieldInSync:
		return name + " is in sync", w.values(f)
	case draft.Unreadable:
		return name + " is unknown", []safe.Text{text}
	case draft.NoEffect:
		return name + " has no effect", []safe.Text{text}
	}
	return "", nil
}

// values returns the current value of a property, where it was read, and the
// desired value.
func (w fieldWhy) values(f draft.Field) []safe.Text {
	is := "is      " + safe.Clean(f.IsText)
	if w.found != nil && w.found.Known(f.Attr.Name) {
		if from := w.found.Source(f.Attr.Name); from != "" {
			is += ", read from " + safe.Clean(from)
		}
	}
	should := "should  " + safe.Clean(f.Typed)
	switch {
	case f.Attr.Sensitive:
		should = "should  [redacted]"
	case !f.Set:
		should = "should  " + safe.Clean(f.Value)
	case reread(f):
		should = `should  "` + safe.Clean(f.Typed) + `"`
	}
	if t := readsAs(f); t != "" {
		should += ", reads as " + t
	}
	texts := []safe.Text{is, should}
	if f.Warning != "" {
		texts = append(texts, safe.Clean(f.Attr.Name+" is "+f.Warning))
	}
	return texts
}

// whoHas returns the providers that can manage an attribute, and why they are
// not used here.
func (w fieldWhy) whoHas(a *ral.Attribute) []safe.Text {
	var has []safe.Text
	for _, p := range w.typ.Providers() {
		if len(p.Lacks(a)) > 0 {
			continue
		}
		text := safe.Clean(p.Name) + " supports it"
		if c := w.sh.Listings.Of(w.typ).Choice; c != nil {
			for _, s := range c.All {
				if s.Provider == p && !s.Suitable() {
					text += ", but is unsuitable here: " + safe.Clean(s.Reason())
				}
			}
		}
		has = append(has, text)
	}
	if len(has) == 0 {
		return []safe.Text{"no provider of " + safe.Clean(w.typ.Name) + " supports it"}
	}
	return has
}
