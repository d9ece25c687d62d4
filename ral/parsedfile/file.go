package parsedfile

import (
	"fmt"
	"slices"
	"strings"
)

// Line is one line of a file.
type Line struct {
	Text    string // as read, without End
	End     string // the separator; "" of a last line that has none
	Number  int    // counted from 1; 0 of a line that is new
	Unknown bool   // no definition takes it
	Record  Record

	name string // of the resource that it is, where the file was told how to name
}

// File is a parsed file. Parse and Bytes are inverse for any bytes.
type File struct {
	format *Format
	lines  []Line
	naming naming
}

// naming is how the lines of a file get names. The zero naming gives none.
type naming struct {
	nameOf func(Line) string
	after  func(lines []Line) // as Format.After, of this file
}

// Parse takes a file apart. Nothing is a mistake: what no definition takes is
// an unknown line; see Err.
func (f *Format) Parse(data []byte) *File {
	return f.parse(data, &File{})
}

// parse is Parse where an earlier state of the file is known: lines that stand
// as they stood, counted from the top or from the end, are not read again. After
// may say of a line what others make of it, so that with it all are.
func (f *Format) parse(data []byte, known *File) *File {
	old := known.lines
	if f.After != nil || known.naming.after != nil {
		old = nil
	}
	file := &File{format: f, lines: f.split(string(data)), naming: known.naming}
	lines := file.lines
	top := 0
	for top < min(len(lines), len(old)) && lines[top].Text == old[top].Text {
		top++
	}
	end := 0
	for end < min(len(lines), len(old))-top && lines[len(lines)-1-end].Text == old[len(old)-1-end].Text {
		end++
	}
	for i := range lines {
		from := -1
		switch {
		case i < top:
			from = i
		case i >= len(lines)-end:
			from = i - len(lines) + len(old)
		}
		if from >= 0 {
			lines[i].Record, lines[i].Unknown, lines[i].name = old[from].Record, old[from].Unknown, old[from].name
		} else {
			f.read(&lines[i])
			file.call(i, i+1)
		}
		lines[i].Number = i + 1
	}
	file.after()
	return file
}

func (f *Format) cut(text string) []Line {
	lines := f.split(text)
	for i := range lines {
		f.read(&lines[i])
	}
	return lines
}

func (f *Format) split(text string) []Line {
	sep := f.separator()
	pieces := strings.SplitAfter(text, sep)
	if pieces[len(pieces)-1] == "" {
		pieces = pieces[:len(pieces)-1]
	}
	lines := make([]Line, len(pieces))
	for i, piece := range pieces {
		body := strings.TrimSuffix(piece, sep)
		if sep == "\n" && body != piece {
			body = strings.TrimSuffix(body, "\r")
		}
		lines[i] = Line{Text: body, End: piece[len(body):]}
	}
	return lines
}

func (f *Format) read(line *Line) {
	for i := range f.Lines {
		if r, ok := f.Lines[i].read(line.Text); ok {
			line.Record = r
			return
		}
	}
	line.Unknown = true
}

func (f *File) after() {
	if !f.looksAtAll() {
		return
	}
	if f.format.After != nil {
		f.format.After(f.lines)
	}
	if f.naming.after != nil {
		f.naming.after(f.lines)
	}
	f.call(0, len(f.lines))
}

// looksAtAll reports whether what one line is depends on others.
func (f *File) looksAtAll() bool { return f.format.After != nil || f.naming.after != nil }

// call names some of the lines.
func (f *File) call(from, to int) {
	if f.naming.nameOf == nil {
		return
	}
	for i := from; i < to; i++ {
		if isBinary(f.lines[i].Text) {
			continue
		}
		f.lines[i].name = f.naming.nameOf(f.lines[i])
	}
}

// Bytes is the file as it is to be written.
func (f *File) Bytes() []byte {
	size := 0
	for i := range f.lines {
		size += len(f.lines[i].Text) + len(f.lines[i].End)
	}
	data := make([]byte, 0, size)
	for i := range f.lines {
		data = append(append(data, f.lines[i].Text...), f.lines[i].End...)
	}
	return data
}

// Lines are all lines; the slice is the file's own and must not be changed.
func (f *File) Lines() []Line { return f.lines }

// Clone is a copy that can be changed apart.
func (f *File) Clone() *File { return &File{f.format, slices.Clone(f.lines), f.naming} }

// LineError is a line that no definition takes.
type LineError struct {
	Number int
	Text   string
}

// Error quotes the line.
func (e *LineError) Error() string { return fmt.Sprintf("cannot parse line %d: %q", e.Number, e.Text) }

// Err is a *LineError for the first unknown line, nil when there is none.
// Empty lines at the end do not count.
func (f *File) Err() error {
	for _, line := range f.counted() {
		if line.Unknown {
			return &LineError{line.Number, line.Text}
		}
	}
	return nil
}

// Records are what the lines say, in order. Empty lines at the end are left
// out, as Puppet never sees them.
func (f *File) Records() []Record {
	lines := f.counted()
	records := make([]Record, len(lines))
	for i, line := range lines {
		records[i] = line.Record
	}
	return records
}

func (f *File) counted() []Line {
	n := len(f.lines)
	for n > 0 && f.lines[n-1].Text == "" {
		n--
	}
	return f.lines[:n]
}
