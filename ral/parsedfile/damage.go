package parsedfile

import (
	"fmt"
	"strings"

	"ralsh/ral"
)

// damage returns a *ral.DamageError for the malformed lines of a file, or nil.
func (f *File) damage(path string) error {
	var all []string
	for _, line := range f.counted() {
		if what := f.format.malformedReason(line); what != "" {
			all = append(all, fmt.Sprintf("%s:%d %s", path, line.Number, what))
		}
	}
	if all == nil {
		return nil
	}
	return &ral.DamageError{Lines: all}
}

func (f *Format) malformedReason(line Line) string {
	switch d := f.Record(line.Record.Type); {
	case isBinary(line.Text):
		return "contains a NUL byte and is not text"
	case line.Unknown:
		return "is not understood"
	case d != nil && d.MalformedReason != nil:
		return d.MalformedReason(line.Record)
	}
	return ""
}

// isBinary reports whether a line contains a NUL byte. Tools disagree on the end of the
// line then.
func isBinary(line string) bool { return strings.IndexByte(line, 0) >= 0 }

// binary returns an error for the first line with a NUL byte, or nil. ralsh does not
// write a file with a NUL byte.
func (f *File) binary(path string) error {
	for _, line := range f.lines {
		if isBinary(line.Text) {
			return fmt.Errorf("%s:%d %s", path, line.Number, f.format.malformedReason(line))
		}
	}
	return nil
}
