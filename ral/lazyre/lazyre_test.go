package lazyre

import (
	"fmt"
	"regexp"
	"testing"
)

// The shortcut for "." matches like the compiled expression.
func TestAnythingAtAll(t *testing.T) {
	for _, source := range []string{".", "(.)"} {
		for _, text := range []string{"", "\n", "\n\n", "a", "\na", "1.2-3\n", "\xff", "\r"} {
			want := regexp.MustCompile(source).MatchString(text)
			if got := New(source).MatchString(text); got != want {
				t.Errorf("%s holds %q: %v, want %v", source, text, got, want)
			}
			if got := Ruby(source).MatchString(text); got != want {
				t.Errorf("%s in Ruby holds %q: %v, want %v", source, text, got, want)
			}
		}
	}
}

// TestCompile holds that an error has the reason without words of package regexp.
func TestCompile(t *testing.T) {
	for source, want := range map[string]string{"a(": "missing closing ): `a(`", "a": "<nil>"} {
		if got := fmt.Sprint(New(source).Compile()); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}
