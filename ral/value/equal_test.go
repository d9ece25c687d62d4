package value_test

import (
	"testing"

	"ralsh/ral/value"
)

// TestSame tests when one value can replace another.
func TestSame(t *testing.T) {
	for name, c := range map[string]struct {
		a, b value.Value
		want bool
	}{
		"strings":                  {value.Str("a"), value.Str("a"), true},
		"symbol and string":        {value.Sym("a"), value.Str("a"), false},
		"numbers":                  {value.Int(5), value.Int(6), false},
		"lists":                    {value.Strs("a", "b"), value.Strs("a", "b"), true},
		"lists in two orders":      {value.Strs("a", "b"), value.Strs("b", "a"), false},
		"a longer list":            {value.Strs("a"), value.Strs("a", "b"), false},
		"secrets":                  {value.Secret(value.Str("!")), value.Secret(value.Str("!")), true},
		"two secrets":              {value.Secret(value.Str("!")), value.Secret(value.Str("*")), false},
		"secret and what it wraps": {value.Secret(value.Str("!")), value.Str("!"), false},
		"maps":                     {value.MapOf(), value.MapOf(), false},
	} {
		if got := c.a.Same(c.b); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
