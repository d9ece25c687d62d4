package safe

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"ralsh/ral/value"
)

// JSON escapes in a JSON document what a terminal would obey or hide and JSON
// lets stand: DEL, the C1 controls, format characters. The document stays the
// same document.
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
