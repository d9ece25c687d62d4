package value

import "unicode"

// Hidden reports whether a terminal interprets or hides a character: control
// and format characters, line separators.
func Hidden(r rune) bool {
	const graphemeJoiner = 0x034f
	// Letters, including CJK, frequent in a long text.
	if r >= 0xae && r < graphemeJoiner || r >= 0x2070 && r < 0xfeff {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == graphemeJoiner
}
