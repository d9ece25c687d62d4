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
	case a.IsText != nil && r != nil:
		return a.TextOfIs(r, is)
	}
	return Show(is)
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
