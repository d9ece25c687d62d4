package stream

import "bytes"

// Lines is a writer that calls Line for each line that is written to it, without
// its line break. The line is valid until Line returns. An error of Line ends the
// writing.
type Lines struct {
	Line func(line []byte) error
	// Max is the maximum length of a line. Of a longer line, each Max bytes count
	// as a line, unless Long is set.
	Max  int
	Long error  // the error of a line that is longer than Max
	Rest []byte // the beginning of an unfinished line
}

// Write calls Line for each line that p completes.
func (l *Lines) Write(p []byte) (int, error) {
	rest := p
	if len(l.Rest) > 0 {
		l.Rest = append(l.Rest, p...)
		rest = l.Rest
	}
	for {
		end := bytes.IndexByte(rest, '\n')
		next := end + 1
		switch tooLong := end > l.Max || end < 0 && len(rest) > l.Max; {
		case tooLong && l.Long != nil:
			return 0, l.Long
		case tooLong:
			end, next = l.Max, l.Max
		case end < 0:
			l.Rest = append(l.Rest[:0], rest...)
			return len(p), nil
		}
		if err := l.Line(rest[:end]); err != nil {
			return 0, err
		}
		rest = rest[next:]
	}
}

// Flush calls Line for a last line without a line break.
func (l *Lines) Flush() error {
	if len(l.Rest) == 0 {
		return nil
	}
	last := l.Rest
	l.Rest = nil
	return l.Line(last)
}
