package notation

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// ShowIs returns a current value as lists and fields show it: symbols, numbers
// and lists without quotes, an empty string as "", a secret as [redacted].
func ShowIs(a *ral.Attribute, is value.Value) string {
	switch {
	case is.IsSecret() || a.Hides(is):
		return redacted(a, is)
	case is.IsUnknown():
		return is.Reason()
	case is.Kind() == value.Symbol:
		return is.Raw()
	}
	return Show(is)
}

// ShowIsOf is ShowIs with the text that the type of a resource has for the value.
func ShowIsOf(r *ral.Resource, a *ral.Attribute, is value.Value) string {
	plain := is.IsSecret() || a.Hides(is) || is.IsUnknown() || is.Kind() == value.Symbol || is.Kind() == value.List
	if plain || a.IsText == nil {
		return ShowIs(a, is)
	}
	return bare(a.TextOfIs(r, is))
}

// ShowFound returns the current value of a property: "absent" if the property
// or the whole resource is absent, "-" if the provider did not set it, "" if
// the resource was not read.
func ShowFound(a *ral.Attribute, inst *ral.Instance) string {
	switch {
	case inst == nil:
		return ""
	case inst.Present() && !inst.Known(a.Name):
		return "-"
	}
	return ShowIs(a, inst.Get(a.Name))
}

// ShowFoundOf is ShowFound with the text that the type of a resource has for the value.
func ShowFoundOf(r *ral.Resource, a *ral.Attribute, inst *ral.Instance) string {
	if inst != nil && inst.Known(a.Name) {
		return ShowIsOf(r, a, inst.Get(a.Name))
	}
	return ShowFound(a, inst)
}

// ShowShould returns a desired value in the format of ShowIs, so that the texts
// differ only if the values do.
func ShowShould(r *ral.Resource, a *ral.Attribute, should value.Value) string {
	switch {
	case should.IsSecret() || a.Hides(should):
		return redacted(a, should)
	case a.ShouldText == nil:
		return Show(should)
	}
	text := a.TextOfShould(r, should)
	if a.IsList && !strings.HasPrefix(text, "[") {
		return Show(value.ListOf(should.Items()...))
	}
	return bare(text)
}

// bare removes the quotes of Puppet code: '0640' becomes 0640, ['adm', 'wheel']
// becomes [adm, wheel]. A double-quoted text contains control characters and
// stays unchanged.
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

// Show returns a value without the quotes of a language. A map, or a list with a
// map or a list in it, is shown as it is typed.
func Show(v value.Value) string {
	switch {
	case v.Kind() == value.String && v.Raw() == "":
		return `""`
	case nested(v):
		return mapText(v)
	case v.Kind() == value.List:
		parts := make([]string, len(v.Items()))
		for i, item := range v.Items() {
			parts[i] = item.Text()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return v.Text()
}

// redacted returns the text for a secret: [redacted], with the kind of the secret
// if the type knows it.
func redacted(a *ral.Attribute, secret value.Value) string {
	if kind := a.KindOfSecret(secret); kind != "" {
		return value.Redacted + " " + kind
	}
	return value.Redacted
}

// Plural returns a number with its noun: "1 change", "4 changes".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
