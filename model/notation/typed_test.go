package notation

import (
	"regexp"
	"slices"
	"testing"
)

func TestParseRefs(t *testing.T) {
	for text, want := range map[string]string{
		"Package[nginx]":                        "[Package[nginx]]",
		"Package['nginx'], File[/a,b]":          "[Package[nginx], File[/a,b]]",
		`[Package["nginx"],Service[two words]]`: "[Package[nginx], Service[two words]]",
		"nginx":                                 "[nginx]",
		"":                                      "[]",
	} {
		if got := Show(ParseRefs(text)); got != want {
			t.Errorf("%q reads as %s, want %s", text, got, want)
		}
	}
}

// FuzzParseRefs compares the split with a pattern that says the same.
func FuzzParseRefs(f *testing.F) {
	for _, seed := range []string{"Package[nginx], File[/a,b]", "a[b", "a]b[c]", "[x] y[\nz]", "a[]b[[c]]", "\xff[\xfe],é", " , "} {
		f.Add(seed)
	}
	pattern := regexp.MustCompile(`[^,\s\[\]]+\[[^\]]*\]|[^,\s\[\]]+`)
	quotes := regexp.MustCompile(`\[\s*['"](.*)['"]\s*\]$`)
	f.Fuzz(func(t *testing.T, text string) {
		var got, want []string
		for _, v := range ParseRefs(text).Items() {
			got = append(got, v.Text())
		}
		for _, ref := range pattern.FindAllString(text, -1) {
			want = append(want, quotes.ReplaceAllString(ref, "[$1]"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	})
}
