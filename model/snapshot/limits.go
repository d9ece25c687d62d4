package snapshot

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// The bounds of a snapshot that is read. A host with 10,000 packages has 2 MiB and 15,000
// lines.
const (
	mostBytes = 64 << 20 // in all
	mostLine  = 16 << 20
	mostHead  = 4 << 10 // the first line, whose host and user are shown repeatedly
	mostLines = 500_000
	mostDepth = 32
	mostParts = 100_000 // values in a line
)

// sizes are the limits that the reader counts.
type sizes struct{ bytes, line, lines int }

func largest() sizes { return sizes{mostBytes, mostLine, mostLines} }

func (s sizes) tooLarge() error { return fmt.Errorf("the snapshot is larger than %d MiB", s.bytes>>20) }

// bounded returns an error for invalid UTF-8, and for JSON that needs much more memory than
// its length. It does not check the syntax.
func bounded(line []byte) error {
	if !utf8.Valid(line) {
		return errors.New("the line is not UTF-8")
	}
	depth, parts, quoted := 0, 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			parts++
		case c == '}' || c == ']':
			depth--
		case c == ',':
			parts++
		}
		if depth > mostDepth {
			return fmt.Errorf("the nesting exceeds %d levels", mostDepth)
		}
		if parts > mostParts {
			return fmt.Errorf("the line has more than %d values", mostParts)
		}
	}
	return nil
}
