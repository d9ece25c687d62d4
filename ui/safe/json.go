package safe

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"ralsh/ral/value"
)

// JSON escapes the characters in a JSON document that JSON allows and a
// terminal would execute or hide: DEL, the C1 controls and format characters.
// The value of the document stays the same.
func JSON(doc []byte) []byte {
	for i, b := range doc {
		if b >= 0x7f {
			return escaped(doc, i)
		}
	}
	return doc
}

func escaped(doc []byte, from int) []byte {
	out := append(make([]byte, 0, len(doc)+16), doc[:from]...)
	for i := from; i < len(doc); {
		r, size := utf8.DecodeRune(doc[i:])
		switch {
		case r < 0x7f || !value.Hidden(r):
			out = append(out, doc[i:i+size]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += size
	}
	return out
}
