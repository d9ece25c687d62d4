package instance

import (
	"slices"
	"strings"

	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/tui/kit"
)

// why explains the sign of the property under the cursor, or the drift of the
// instance or its findings.
func (s *Screen) why() kit.Route {
	if s.found == nil {
		return kit.ToProviders(s.typ, nil)
	}
	a := s.attribute()
	if a == nil {
		return s.whyOf()
	}
	field := func(f draft.Field) kit.Route { return kit.ToField(s.typ, s.found.Provider, s.found, f) }
	if len(s.lacks(a)) > 0 {
		return field(draft.Field{Attr: a, State: draft.Cannot})
	}
	if is := s.found.Get(a.Name); a.Kind == ral.Property && is.IsUnknown() {
		return field(draft.Field{Attr: a, State: draft.Unreadable, Message: is.Reason()})
	}
	if s.drifted(a) {
		return kit.ToDrift(s.before, s.found)
	}
	if f := s.staged(a); f.Set && f.State != draft.FieldInSync {
		return field(f)
	}
	return s.whyOf()
}

func (s *Screen) whyOf() kit.Route {
	if s.before != nil && len(listings.DriftedAttrs(s.before, s.found)) > 0 {
		return kit.ToDrift(s.before, s.found)
	}
	return kit.ToFindings(s.found)
}

// staged returns the property as a field of the editor.
func (s *resource) staged(a *ral.Attribute) draft.Field {
	d := s.sh.Basket.Find(s.typ, s.title, s.found.Provider)
	if d == nil || s.about == nil {
		return draft.Field{}
	}
	check := s.sh.Session.Drafts.Check(s.sh.Ctx, d)
	for _, f := range slices.Concat(check.Properties, check.Params) {
		if f.Attr == a {
			return f
		}
	}
	return draft.Field{}
}

// propertiesWithFindings returns the properties of findings: the first property that a
// finding names, or the first property of the type.
func (s *resource) propertiesWithFindings() map[string]bool {
	if s.found == nil {
		return nil
	}
	findings := make(map[string]bool)
	for _, text := range s.found.Findings() {
		words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,:;.()'\"", r) })
		about := ""
		for _, a := range s.typ.Properties() {
			if about == "" && len(s.lacks(a)) == 0 && slices.Contains(words, a.Name) {
				about = a.Name
			}
		}
		if all := s.typ.Properties(); about == "" && len(all) > 0 {
			about = all[0].Name
		}
		findings[about] = true
	}
	return findings
}
