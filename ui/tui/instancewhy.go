package tui

import (
	"slices"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
)

// why explains the property under the cursor where it has a sign of its own, and
// else what moved in the instance, or is odd about it.
func (s *instance) why() route {
	if s.found == nil {
		return toProviders(s.typ, nil)
	}
	a := s.attribute()
	if a == nil {
		return s.whyOf()
	}
	field := func(f model.Field) route { return toField(s.typ, s.found.Provider, s.found, f) }
	if len(s.lacks(a)) > 0 {
		return field(model.Field{Attr: a, State: model.Cannot})
	}
	if is := s.found.Get(a.Name); a.Kind == ral.Property && is.IsUnknown() {
		return field(model.Field{Attr: a, State: model.Unreadable, Message: is.Reason()})
	}
	if s.moved(a) {
		return toDrift(s.before, s.found)
	}
	if f := s.staged(a); f.Set && f.State != model.FieldInSync {
		return field(f)
	}
	return s.whyOf()
}

func (s *instance) whyOf() route {
	if s.before != nil && len(listings.DriftedAttrs(s.before, s.found)) > 0 {
		return toDrift(s.before, s.found)
	}
	return toFindings(s.found)
}

// staged is what is wanted of a property, as the editor has it.
func (s *instance) staged(a *ral.Attribute) model.Field {
	d := s.sh.basket.Find(s.typ, s.title, s.found.Provider)
	if d == nil || s.about == nil {
		return model.Field{}
	}
	check := s.sh.session.Check(s.sh.ctx, d)
	for _, f := range slices.Concat(check.Properties, check.Params) {
		if f.Attr == a {
			return f
		}
	}
	return model.Field{}
}
