package ral

import (
	"ralsh/ral/value"
)

// InSync compares the current value of a property with the munged desired values
// (semantics.md L5, L6, L10-L14). An unknown value is never in sync; the caller decides
// about it.
func (a *Attribute) InSync(h Hook, is value.Value, munged []value.Value) bool {
	if len(munged) == 0 && !(a.AllowEmptyList && a.MatchAll && h.R.Has(a.Name)) {
		return true
	}
	if is.IsUnknown() {
		return false
	}
	is = is.Reveal()
	if a.InSyncFn != nil {
		if a.MatchAll {
			return a.InSyncFn(h, is, value.ListOf(munged...))
		}
		return a.InSyncFn(h, is, munged[0])
	}
	if a.MatchAll {
		return matchesAll(is, munged)
	}
	for _, want := range munged {
		if matches(is, want) {
			return true
		}
	}
	return false
}

// matches reports whether the values are equal, or is equals the text of want:
// a desired symbol matches a string, never the other way round (semantics.md
// L11, L12).
func matches(is, want value.Value) bool {
	return is.Equal(want) || is.Kind() == value.String && is.Raw() == want.Text()
}

func matchesAll(is value.Value, want []value.Value) bool {
	items := is.Items()
	if is.Kind() != value.List || len(items) != len(want) {
		return false
	}
	equal, asText := true, true
	for i, w := range want {
		equal = equal && items[i].Equal(w)
		asText = asText && items[i].Kind() == value.String && items[i].Raw() == w.Text()
	}
	return equal || asText
}
