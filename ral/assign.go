package ral

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral/diagnostic"
	"ralsh/ral/value"
)

// IsPlaceholder is the error of a value that output shows in place of a secret.
const IsPlaceholder = value.Redacted + " is a placeholder: write the secret"

// assign validates, munges and stores a value. For a property it validates every
// element and then munges each; it treats a parameter as a whole (semantics.md A9,
// A20).
func (b *construction) assign(a *Attribute, v value.Value, pos string, isDefault bool) {
	if b.r.Provider != nil {
		if lacks := b.r.Provider.missing(a.Features); len(lacks) > 0 {
			if !isDefault {
				b.dropped(a, v, lacks, pos)
			}
			return
		}
	}
	if a.ReadOnly && !isDefault {
		b.add(diagnostic.Diag{Kind: diagnostic.Dropped, Attr: a.Name, Value: a.shown(v), Pos: pos, Message: a.Name + " can only be read"})
		return
	}
	if v.IsNil() {
		b.add(diagnostic.Diag{Kind: diagnostic.Invalid, Phase: diagnostic.Assigning, Attr: a.Name, Pos: pos, Message: "Got nil value for " + a.Name})
		return
	}
	if s, ok := v.Reveal(), a.Kind == Property || a.Sensitive; ok && s.Kind() == value.String && s.Raw() == value.Redacted {
		b.add(diagnostic.Diag{Kind: diagnostic.Invalid, Attr: a.Name, Pos: pos, Message: IsPlaceholder})
		return
	}
	if s := v.Reveal(); a.IsMap && s.Kind() == value.String && strings.HasPrefix(strings.TrimSpace(s.Raw()), "{") {
		b.add(diagnostic.Diag{Kind: diagnostic.Invalid, Attr: a.Name, Value: a.shown(v), Pos: pos, Message: `it is not a map: write {'key' => 'value'} or {"key": "value"}`})
		return
	}
	var room [1]value.Value
	b.validateAndMunge(assignment{a, pos, isDefault, a.Sensitive || v.IsSecret()}, a.elements(v, room[:0]))
}

// elements returns the values to validate and munge separately. A value that is not a list,
// as almost all are, is appended to room.
func (a *Attribute) elements(v value.Value, room []value.Value) []value.Value {
	if a.Kind != Property || a.Whole {
		return append(room, v)
	}
	if v = v.Reveal(); v.Kind() == value.List || v.IsNil() {
		return v.Elements()
	}
	return append(room, v)
}

// validateAndMunge validates all elements, then munges and stores them.
func (b *construction) validateAndMunge(g assignment, els []value.Value) {
	ok := true
	for i, el := range els {
		ok = b.validate(g, el, i) && ok
	}
	if !ok {
		return
	}
	from := len(b.r.vals.list)
	for i, el := range els {
		m, fine := b.munge(g, el, i)
		g.secret = g.secret || m.IsSecret()
		b.r.vals.list = append(b.r.vals.list, m.Reveal())
		ok = ok && fine
	}
	if ok {
		b.r.vals.keep(g.a, from, g.isDefault, g.secret)
	} else {
		b.r.vals.list = b.r.vals.list[:from]
	}
}

// assignment is a value's attribute and position.
type assignment struct {
	a         *Attribute
	pos       string
	isDefault bool
	secret    bool
}

func (b *construction) validate(g assignment, v value.Value, i int) bool {
	err := g.a.validate(Hook{b.ctx, g.a, b.r}, v.Reveal())
	if err != nil {
		b.invalid(g, diagnostic.Validating, v, i, err)
	}
	return err == nil
}

func (b *construction) munge(g assignment, v value.Value, i int) (value.Value, bool) {
	m, err := g.a.munge(Hook{b.ctx, g.a, b.r}, v.Reveal())
	if err != nil {
		b.invalid(g, diagnostic.Munging, v, i, err)
		return value.Value{}, false
	}
	return m, true
}

func (b *construction) invalid(g assignment, step diagnostic.Phase, v value.Value, i int, err error) {
	literals, patterns := g.a.AllowedText(b.r.Provider)
	d := diagnostic.Diag{
		Kind: diagnostic.Invalid, Phase: step, Attr: g.a.Name, Index: i, Value: v, Pos: g.pos, Default: g.isDefault,
		Message: err.Error(), Allowed: append(literals, patterns...), Cause: err,
	}
	if broke, ok := errors.AsType[*PanicError](err); ok {
		d.Broke, d.Message = true, broke.Value
	}
	if g.secret {
		d.Value, d.Message = value.Secret(v), withoutSecret(d.Message, v)
	}
	b.add(d)
}

// withoutSecret removes a secret value from the message of a hook. A short value may be
// part of any word, so it returns no part of the message.
func withoutSecret(message string, v value.Value) string {
	const short = 4
	text := v.Reveal().Text()
	message = strings.ReplaceAll(message, v.Reveal().Inspect(), value.Redacted)
	switch {
	case text == "" || !strings.Contains(message, text):
		return message
	case len(text) < short:
		return "Invalid value " + value.Redacted + "."
	}
	return strings.ReplaceAll(message, text, value.Redacted)
}

func (b *construction) dropped(a *Attribute, v value.Value, lacks []string, pos string) {
	b.add(diagnostic.Diag{
		Kind: diagnostic.Dropped, Attr: a.Name, Value: a.shown(v), Pos: pos, Lacks: lacks,
		Message: LacksText(a.Name, b.r.Provider.Name, lacks),
	})
}

// shown returns a declared value as it may be displayed.
func (a *Attribute) shown(v value.Value) value.Value {
	if a.Sensitive {
		return value.Secret(v)
	}
	return v
}

// LacksText returns why a provider cannot manage an attribute.
func LacksText(attr, provider string, lacks []string) string {
	word, it := "feature", "it"
	if len(lacks) > 1 {
		word, it = "features", "them"
	}
	return fmt.Sprintf("%s needs the %s %s; provider %s lacks %s", attr, word, strings.Join(lacks, ", "), provider, it)
}
