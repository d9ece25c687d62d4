package fileline

import (
	"bytes"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// text is a file as lines, each with its ending.
type text []line

type line struct{ body, end string }

func parse(data []byte) (text, error) {
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return nil, fmt.Errorf("line %d contains a NUL byte and is not text", 1+bytes.Count(data[:at], []byte("\n")))
	}
	var lines text
	for _, piece := range strings.SplitAfter(string(data), "\n") {
		body := strings.TrimSuffix(piece, "\n")
		if body != piece {
			body = strings.TrimSuffix(body, "\r")
		}
		if piece != "" {
			lines = append(lines, line{body, piece[len(body):]})
		}
	}
	return lines, nil
}

func (t text) bytes() []byte {
	var b []byte
	for _, l := range t {
		b = append(append(b, l.body...), l.end...)
	}
	return b
}

// isLatin1 reports whether an encoding is ISO-8859-1. The only other known
// encoding is UTF-8, with its subsets.
func isLatin1(encoding string) (latin1, known bool) {
	switch strings.ToLower(encoding) {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return false, true
	case "iso-8859-1", "latin1":
		return true, true
	}
	return false, false
}

func validEncoding(_ ral.Hook, v value.Value) error {
	if _, ok := isLatin1(v.Text()); !ok {
		return fmt.Errorf("unknown encoding name - %s", v.Text())
	}
	return nil
}

func toLatin1(s string) (string, error) {
	var b []byte
	for _, letter := range s {
		if letter > 0xff {
			return "", fmt.Errorf("ISO-8859-1 does not contain %q", letter)
		}
		b = append(b, byte(letter))
	}
	return string(b), nil
}

func fromLatin1(s string) string {
	letters := make([]rune, len(s))
	for i := range len(s) {
		letters[i] = rune(s[i])
	}
	return string(letters)
}
