package manifest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ralsh/ral"
)

// place is a line and a column, both counted from 1; columns are characters.
type place struct{ line, col int32 }

// source is one input with its name, and what is wrong with it.
type source struct {
	name string
	data []byte
	off  int // where at is
	at   place
	bad  ral.Diags
	full bool
}

// maxMistakes is how many mistakes are told at once, maxMessage the length of
// one in bytes: a title can be as long as it likes.
const (
	maxMistakes = 20
	maxMessage  = 600
)

func newSource(name string, data []byte) *source {
	return &source{name: name, data: data, at: place{1, 1}}
}

// place is that of an offset. Offsets must not go back: the text is counted
// once, however long its lines are.
func (s *source) place(off int) place {
	for s.off < off && s.off < len(s.data) {
		if s.data[s.off] == '\n' {
			s.at = place{s.at.line + 1, 1}
			s.off++
			continue
		}
		size := 1
		if s.data[s.off] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(s.data[s.off:])
		}
		s.at.col++
		s.off += size
	}
	return s.at
}

// pos is a place as messages and declarations carry it: file:line:column.
func (s *source) pos(p place) string { return fmt.Sprintf("%s:%d:%d", s.name, p.line, p.col) }

// refuse notes a mistake; further ones are looked for.
func (s *source) refuse(p place, format string, args ...any) {
	s.note(ral.Diag{Pos: s.pos(p), Message: fmt.Sprintf(format, args...)})
}

func (s *source) note(d ral.Diag) {
	if len(d.Message) > maxMessage {
		d.Message = strings.ToValidUTF8(d.Message[:maxMessage], "") + "..."
	}
	if len(s.bad) < maxMistakes {
		s.bad = append(s.bad, d)
		return
	}
	if !s.full {
		s.full = true
		s.bad = append(s.bad, ral.Diag{Pos: d.Pos, Message: "there are more mistakes from here on; these are the first " + fmt.Sprint(maxMistakes)})
	}
}

// fatal is a mistake after which nothing more can be read. Behind others it is
// most likely their consequence, and not told.
func (s *source) fatal(p place, format string, args ...any) error {
	if len(s.bad) == 0 {
		s.refuse(p, format, args...)
	}
	return s.bad
}
