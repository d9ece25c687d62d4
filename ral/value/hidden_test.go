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
