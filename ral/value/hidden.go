package value

import "unicode"

// Hidden reports a character that a terminal obeys or does not show: controls,
// format characters, separators of lines.
func Hidden(r rune) bool {
	const graphemeJoiner = 0x034f
	// Letters of the alphabets and of CJK, frequent in a long text.
	if r >= 0xae && r < graphemeJoiner || r >= 0x2070 && r < 0xfeff {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == graphemeJoiner
}
