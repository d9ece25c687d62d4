package ral

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"ralsh/ral/value"
)

// match returns the allowed value that matches v: it tries all literals and
// their aliases in definition order, then all patterns (semantics.md A4).
func (a *Attribute) match(v value.Value) *Allowed {
	text := v.Reveal().Text()
	for i := range a.Values {
		if a.Values[i].Pattern == nil && a.Values[i].named(text) {
			return &a.Values[i]
		}
	}
	for i := range a.Values {
		if p := a.Values[i].Pattern; p != nil && p.MatchString(text) {
			return &a.Values[i]
		}
	}
	return nil
}

func (w *Allowed) named(text string) bool {
	if w.Name == text {
		return true
	}
	for _, alias := range w.Aliases {
		if alias == text {
			return true
		}
	}
	return false
}

// validateDefault accepts any value if the attribute declares no values, otherwise only
// a match; a matched value may need features of the provider (A6, A8).
func (a *Attribute) validateDefault(h Hook, v value.Value) error {
	if len(a.Values) == 0 {
		return nil
	}
	allowed := a.match(v)
	if allowed == nil {
		return errors.New(a.invalid(h, v))
	}
	if a.Kind != Property || len(allowed.Features) == 0 || h.R.Provider == nil {
		return nil
	}
	if missing := h.R.Provider.missing(allowed.Features); len(missing) > 0 {
		return &featureError{h.R.Provider.Name, missing, a.Name, v.Text()}
	}
	return nil
}

// featureError is the rejection of a value that needs features of the provider.
type featureError struct {
	provider    string
	features    []string
	attr, value string
}

func (e *featureError) Error() string {
	return fmt.Sprintf("Provider %s must have features '%s' to set '%s' to '%s'", e.provider, strings.Join(e.features, ", "), e.attr, e.value)
}

func (a *Attribute) invalid(h Hook, v value.Value) string {
	text := "Invalid value " + v.Inspect() + "."
	literals, patterns := a.AllowedText(h.R.Provider)
	if len(literals) > 0 {
		text += " Valid values are " + strings.Join(literals, ", ") + "."
	}
	if len(patterns) > 0 {
		text += " Valid values match " + strings.Join(patterns, ", ") + "."
	}
	return text
}

// AllowedText returns the literals by their own names, and the patterns between
// slashes. It omits values that need a feature that p lacks. If p is nil, it omits no
// value.
func (a *Attribute) AllowedText(p *Provider) (literals, patterns []string) {
	for _, v := range a.Values {
		if p != nil && len(p.missing(v.Features)) > 0 {
			continue
		}
		if v.Pattern != nil {
			patterns = append(patterns, v.Pattern.Literal())
		} else {
			literals = append(literals, v.Name)
		}
	}
	return literals, patterns
}

// Symbolic reports whether a value that is a literal never becomes a text, but a
// symbol, or true or false.
func (a *Attribute) Symbolic() bool {
	literals, _ := a.AllowedText(nil)
	return a.Boolean || len(literals) > 0 && a.MungeFn == nil && a.hooks.unmunger == nil
}

// mungeDefault converts a matched literal to its symbol and returns other
// values, and the empty text, unchanged (semantics.md A7).
func (a *Attribute) mungeDefault(v value.Value) value.Value {
	if allowed := a.match(v); allowed != nil && allowed.Pattern == nil {
		if allowed.Name == "" {
			return value.Str("")
		}
		return value.Sym(allowed.Name)
	}
	return v
}

func (a *Attribute) validate(h Hook, v value.Value) (err error) {
	if a.ValidateFn == nil {
		return a.validateDefault(h, v)
	}
	defer guarded(&err)
	return a.ValidateFn(h, v)
}

func (a *Attribute) munge(h Hook, v value.Value) (m value.Value, err error) {
	if a.MungeFn == nil {
		return a.mungeDefault(v), nil
	}
	defer guarded(&err)
	return a.MungeFn(h, v)
}

// guarded converts a panic of a type's function to an error, so that a
// panicking hook only affects its attribute.
func guarded(err *error) {
	if p := recover(); p != nil {
		cause, _ := p.(error)
		*err = &PanicError{Value: fmt.Sprint(p), Stack: string(debug.Stack()), Cause: cause}
	}
}

func (a *Attribute) unmunge(h Hook, v value.Value) value.Value {
	if a.hooks.unmunger == nil || v.IsNil() {
		return v
	}
	return a.hooks.unmunger.Unmunge(h, v)
}

// CallFor returns the provider method that a desired value names, or "".
func (a *Attribute) CallFor(should value.Value) string {
	if allowed := a.match(should); allowed != nil {
		return allowed.Call
	}
	return ""
}

// InvalidatesRefreshes reports whether a change to should makes a pending
// refresh needless: a service that was just started (semantics.md X32).
func (a *Attribute) InvalidatesRefreshes(should value.Value) bool {
	allowed := a.match(should)
	return allowed != nil && allowed.InvalidateRefreshes
}

// Canonical validates and munges a current value like a declared value, and a list of a
// property by element. others are the attributes that the hooks read. The error is why
// the type rejects the value.
func (t *Type) Canonical(ctx context.Context, name string, v value.Value, others ...Attr) (value.Value, error) {
	b := construction{ctx: ctx, r: &Resource{Type: t, Decl: &Decl{}, vals: newValues(t, len(others)+1)}}
	for _, attr := range append(others, Attr{Name: name, Value: v}) {
		a := t.Attr(attr.Name)
		if a == nil {
			return value.Value{}, fmt.Errorf("unknown attribute %q of type %s", attr.Name, t.Name)
		}
		b.assign(a, attr.Value, "", false)
		if len(b.diags) > 0 {
			return value.Value{}, errors.New(b.diags[0].Message)
		}
	}
	made := b.r.Munged(name)
	if a := t.Attr(name); a.Kind == Property && !a.Whole && v.Kind() == value.List || len(made) != 1 {
		return value.ListOf(made...), nil
	}
	return made[0], nil
}
