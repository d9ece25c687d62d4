package model

import "testing"

func TestParseRefs(t *testing.T) {
	for text, want := range map[string]string{
		"Package[nginx]":                        "[Package[nginx]]",
		"Package['nginx'], File[/a,b]":          "[Package[nginx], File[/a,b]]",
		`[Package["nginx"],Service[two words]]`: "[Package[nginx], Service[two words]]",
		"nginx":                                 "[nginx]",
		"":                                      "[]",
	} {
		if got := Show(parseRefs(text)); got != want {
			t.Errorf("%q reads as %s, want %s", text, got, want)
		}
	}
}
