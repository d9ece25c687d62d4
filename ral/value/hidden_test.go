package value

import "testing"

// A quoted text contains nothing that a terminal interprets or hides, and
// Puppet reads it back.
func TestQuoteHidden(t *testing.T) {
	for text, want := range map[string]string{
		"a\u202eb":       `"a\u{202E}b"`,
		"a\u009bb":       `"a\u{9B}b"`,
		"\x7f":           `"\u{7F}"`,
		"é\u200b$x":      `"é\u{200B}\$x"`,
		"\u2028":         `"\u{2028}"`,
		"\U000e0001":     `"\u{E0001}"`,
		"日本 é\xff 'x'":   "'日本 é\xff \\'x\\''",
		"é\n":            `"é\n"`,
		"\xff\u202e\xfe": "\"\xff\\u{202E}\xfe\"",
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A text in a message is as Ruby inspects a String.
func TestInspectAsRuby(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\t\r":          `"a\n\t\r"`,
		"\a\b\v\f\x1b":     `"\a\b\v\f\e"`,
		"\x00\x1f\x7f":     `"\u0000\u001F\u007F"`,
		"caf\xe9 é":        `"caf\xE9 é"`,
		"\xff\xfe\x00":     `"\xFF\xFE\u0000"`,
		`"quoted" \ $x`:    `"\"quoted\" \\ $x"`,
		"\uFFFD, which is": "\"\uFFFD, which is\"",
	} {
		if got := Str(text).Inspect(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
