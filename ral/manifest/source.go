package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"ralsh/ral/diagnostic"
)

// place is a line and a column, counted from 1; columns count characters.
type place struct{ line, col int32 }

// source is an input with its name and errors.
type source struct {
	name string
	data []byte
	off  int // offset of at
	at   place
	bad  diagnostic.Diags
	full bool

	language bool // something needs an evaluator of the Puppet language
}

// maxDiagnostics is the maximum number of errors, maxMessage the maximum length of an error
// in bytes, because a title can have any length.
const (
	maxDiagnostics = 20
	maxMessage     = 600
)

func newSource(name string, data []byte) *source {
	return &source{name: name, data: data, at: place{1, 1}}
}

// place returns the position of an offset. Offsets must not decrease, so that
// the text is counted once, however long its lines are.
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

// pos formats a position for messages and declarations: file:line:column.
func (s *source) pos(p place) string {
	text := append(make([]byte, 0, 96), s.name...)
	text = strconv.AppendInt(append(text, ':'), int64(p.line), 10)
	text = strconv.AppendInt(append(text, ':'), int64(p.col), 10)
	return string(text)
}

// refuse records an error; reading continues.
func (s *source) refuse(p place, format string, args ...any) {
	s.note(diagnostic.Diag{Pos: s.pos(p), Message: fmt.Sprintf(format, args...)})
}

// beyond is refuse for code that an evaluator of the Puppet language could accept.
func (s *source) beyond(p place, format string, args ...any) {
	s.language = true
	s.refuse(p, format, args...)
}

func (s *source) note(d diagnostic.Diag) {
	if len(d.Message) > maxMessage {
		d.Message = strings.ToValidUTF8(d.Message[:maxMessage], "") + "..."
	}
	if len(s.bad) < maxDiagnostics {
		s.bad = append(s.bad, d)
		return
	}
	if !s.full {
		s.full = true
		s.bad = append(s.bad, diagnostic.Diag{Pos: d.Pos, Message: "more errors follow from here; ralsh shows the first " + fmt.Sprint(maxDiagnostics)})
	}
}

// fatal returns an error after which reading cannot continue. After other
// errors it is probably a consequence, and not recorded.
func (s *source) fatal(p place, format string, args ...any) error {
	if len(s.bad) == 0 {
		s.refuse(p, format, args...)
	}
	return s.bad
}
