package parsedfile

import (
	"fmt"
	"slices"
	"strings"
)

// Line is a line of a file.
type Line struct {
	Text    string // as read, without End
	End     string // line ending; "" for a last line without it
	Number  int    // counted from 1; 0 for a new line
	Unknown bool   // no definition matches it
	Record  Record

	name string // of its resource, if the file has a naming
}

// File is a parsed file. Parse and Bytes are inverse for any bytes.
type File struct {
	format *Format
	lines  []Line
	naming naming
	late   bool // edits do not call Format.After
}

// naming determines the names of lines. The zero naming returns "".
type naming struct {
	nameOf func(Line) string
	path   string
}

// Parse parses a file. It returns no error: a line without a matching
// definition is unknown; see Err.
func (f *Format) Parse(data []byte) *File {
	return f.parse(data, &File{})
}

// parse is Parse with a known earlier state of the file: it does not parse unchanged
// lines, counted from the beginning or the end, again. With After, a line may depend on
// other lines, so it parses all.
func (f *Format) parse(data []byte, known *File) *File {
	old := known.lines
	if f.After != nil {
		old = nil
	}
	file := &File{format: f, lines: split(string(data)), naming: known.naming}
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
	lines := split(text)
	for i := range lines {
		f.read(&lines[i])
	}
	return lines
}

// split splits a text into lines, which end with a line feed, optionally after a
// carriage return.
func split(text string) []Line {
	pieces := strings.SplitAfter(text, "\n")
	if pieces[len(pieces)-1] == "" {
		pieces = pieces[:len(pieces)-1]
	}
	lines := make([]Line, len(pieces))
	for i, piece := range pieces {
		body, ended := strings.CutSuffix(piece, "\n")
		if ended {
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
	if f.format.After == nil {
		return
	}
	f.format.After(f.naming.path, f.lines)
	f.call(0, len(f.lines))
}

// call sets the names of some lines.
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

// Bytes returns the content to write.
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

// Lines returns all lines; the slice must not be changed.
func (f *File) Lines() []Line { return f.lines }

// clone returns a copy that can be changed independently.
func (f *File) clone() *File {
	return &File{format: f.format, lines: slices.Clone(f.lines), naming: f.naming}
}

// LineError is a line without a matching definition.
type LineError struct {
	Number int
	Text   string
}

// Error returns the line, quoted.
func (e *LineError) Error() string { return fmt.Sprintf("cannot parse line %d: %q", e.Number, e.Text) }

// Err returns a *LineError for the first unknown line, or nil. It ignores empty
// lines at the end.
func (f *File) Err() error {
	for _, line := range f.counted() {
		if line.Unknown {
			return &LineError{line.Number, line.Text}
		}
	}
	return nil
}

// Records returns the records of the lines, in order. It omits empty lines at
// the end, because Puppet never sees them.
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
