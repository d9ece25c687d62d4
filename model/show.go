package model

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// ShowIs is a value on the host as lists and fields show it: symbols, numbers
// and lists bare, an empty string as "", a secret as [redacted].
func ShowIs(r *ral.Resource, a *ral.Attribute, is value.Value) string {
	switch {
	case is.IsSecret() || a.Sensitive && !is.IsAbsent() && !is.IsUnknown():
		return value.Redacted
	case is.IsUnknown():
		return is.Reason()
	case is.Kind() == value.Symbol:
		return is.Raw()
	case is.Kind() == value.List:
		return Show(is)
	case a.IsText != nil && r != nil:
		return bare(a.TextOfIs(r, is))
	}
	return Show(is)
}

// ShowFound is what a property is, as read: "absent" where the provider said so, of
// the property or of the whole resource, "-" where it said nothing of it; "" of what
// was not read.
func ShowFound(r *ral.Resource, a *ral.Attribute, inst *ral.Instance) string {
	switch {
	case inst == nil:
		return ""
	case inst.Present() && !inst.Known(a.Name):
		return "-"
	}
	return ShowIs(r, a, inst.Get(a.Name))
}

// ShowShould is a desired value in the same words as ShowIs, so that the two
// differ only where the values do.
func ShowShould(r *ral.Resource, a *ral.Attribute, should value.Value) string {
	switch {
	case a.Sensitive || should.IsSecret():
		return value.Redacted
	case a.ShouldText == nil:
		return Show(should)
	}
	text := a.TextOfShould(r, should)
	if a.IsList && !strings.HasPrefix(text, "[") {
		return Show(value.ListOf(should.Items()...))
	}
	return bare(text)
}

// bare takes the quotes off a text as Puppet writes it: '0640' is 0640,
// ['adm', 'wheel'] is [adm, wheel]. A double-quoted text holds controls and
// stays as it is.
func bare(text string) string {
	if text == "''" {
		return `""`
	}
	if !strings.HasPrefix(text, "'") && !strings.HasPrefix(text, "['") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && (text[i+1] == '\'' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		case text[i] != '\'':
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// Show is a value as a person reads it, without the quotes of a language.
func Show(v value.Value) string {
	switch {
	case v.Kind() == value.String && v.Raw() == "":
		return `""`
	case v.Kind() == value.List:
		parts := make([]string, len(v.Items()))
		for i, item := range v.Items() {
			parts[i] = item.Text()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return v.Text()
}

// secretKind says what sort of secret it is without telling anything of it.
func secretKind(text string) string {
	if parts := strings.Split(text, "$"); len(parts) > 2 && parts[0] == "" {
		return "secret, a hash ($" + parts[1] + "$)"
	}
	return "secret"
}
