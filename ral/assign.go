package ral

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral/value"
)

// assign validates and munges one value and stores it. A property checks and
// munges each element, a parameter the whole value (semantics.md A9, A20).
func (b *builder) assign(a *Attribute, v value.Value, pos string, isDefault bool) {
	if b.r.Provider != nil {
		if lacks := b.r.Provider.missing(a.Features); len(lacks) > 0 {
			if !isDefault {
				b.dropped(a, v, lacks, pos)
			}
			return
		}
	}
	if v.IsNil() {
		b.add(Diag{Kind: Invalid, Step: Giving, Attr: a.Name, Pos: pos, Message: "Got nil value for " + a.Name})
		return
	}
	if s, ok := v.Reveal(), a.Kind == Property || a.Sensitive; ok && s.Kind() == value.String && s.Raw() == value.Redacted {
		b.add(Diag{Kind: Invalid, Attr: a.Name, Pos: pos, Message: "the text [redacted] stands for a secret that was left out; it is not the secret"})
		return
	}
	h := held{isDefault: isDefault}
	if a.Kind != Property {
		m, ok := b.check(a, v, 0, pos)
		if a.Sensitive || v.IsSecret() {
			m = value.Secret(m)
		}
		h.munged = append(b.space(1), m)
		if ok {
			b.r.vals.keep(a, h)
		}
		return
	}
	all := true
	elements := v.Reveal().Elements()
	h.munged = b.space(len(elements))
	for i, el := range elements {
		m, ok := b.check(a, el, i, pos)
		if a.Sensitive || v.IsSecret() {
			m = value.Secret(m)
		}
		h.munged = append(h.munged, m)
		all = all && ok
	}
	if all {
		b.r.vals.keep(a, h)
	}
}

func (b *builder) check(a *Attribute, v value.Value, i int, pos string) (value.Value, bool) {
	hook := Hook{b.ctx, a, b.r}
	shown := v
	if a.Sensitive {
		shown = value.Secret(v)
	}
	step := Validating
	err := a.validate(hook, v.Reveal())
	var m value.Value
	if err == nil {
		step = Munging
		m, err = a.munge(hook, v.Reveal())
	}
	if err == nil {
		return m, true
	}
	literals, patterns := a.AllowedText()
	d := Diag{
		Kind: Invalid, Step: step, Attr: a.Name, Index: i, Value: shown, Pos: pos,
		Message: err.Error(), Allowed: append(literals, patterns...),
	}
	if broke, ok := errors.AsType[*PanicError](err); ok {
		d.Broke, d.Message = true, broke.Value
	}
	b.add(d)
	return value.Value{}, false
}

func (b *builder) dropped(a *Attribute, v value.Value, lacks []string, pos string) {
	b.add(Diag{
		Kind: Dropped, Attr: a.Name, Value: v, Pos: pos, Lacks: lacks,
		Message: LacksText(a.Name, b.r.Provider.Name, lacks),
	})
}

// LacksText says why an attribute cannot be managed by a provider.
func LacksText(attr, provider string, lacks []string) string {
	word := "feature"
	if len(lacks) > 1 {
		word = "features"
	}
	return fmt.Sprintf("%s needs the %s %s; provider %s lacks it", attr, word, strings.Join(lacks, ", "), provider)
}
