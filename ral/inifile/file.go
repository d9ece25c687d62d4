package inifile

import (
	"slices"
	"strings"
)

// File is an ini file in memory. Parse and Bytes are inverse for any bytes.
type File struct {
	d     Dialect
	lines []line
	found *index // of a file in a Cache, which does not change
}

// line is a line with its section.
type line struct {
	text, end string
	kind      kind
	name, val part
	block     int // number of headers so far: 0 before the first
}

// Setting is a setting. The lines of a continued Value are joined with "\n".
type Setting struct {
	Section, Name, Value string
	Line                 int // counted from 1
}

// Section is a header.
type Section struct {
	Name string
	Line int // counted from 1
}

// Parse parses a file. It returns no error; see Unknown.
func (d Dialect) Parse(data []byte) *File {
	pieces := strings.SplitAfter(string(data), "\n")
	if pieces[len(pieces)-1] == "" {
		pieces = pieces[:len(pieces)-1]
	}
	f := &File{d: d, lines: make([]line, len(pieces))}
	for i, piece := range pieces {
		text := strings.TrimSuffix(strings.TrimSuffix(piece, "\n"), "\r")
		if !strings.HasSuffix(piece, "\n") {
			text = piece
		}
		f.lines[i] = line{text: text, end: piece[len(text):]}
	}
	f.read()
	return f
}

// read determines the kind of each line.
func (f *File) read() {
	block, open := 0, false // open: a continuation line may follow
	for i := range f.lines {
		l := &f.lines[i]
		l.kind, l.name, l.val = f.d.read(l.text)
		if f.d.Continued && open && (l.kind == setting || l.kind == other || l.kind == header) &&
			strings.IndexByte(blanks, l.text[0]) >= 0 {
			l.kind = more
			l.val = trimmed(l.text, part{0, len(l.text)})
		}
		switch l.kind {
		case header:
			block, open = block+1, false
		case setting:
			open = true
		case other:
			open = false
		}
		l.block = block
	}
}

// Bytes returns the content to write.
func (f *File) Bytes() []byte {
	var b []byte
	for _, l := range f.lines {
		b = append(append(b, l.text...), l.end...)
	}
	return b
}

// names returns the names of the sections by block; "" is the part before the
// first header.
func (f *File) names() []string {
	names := []string{""}
	for _, l := range f.lines {
		if l.kind == header {
			names = append(names, l.name.of(l.text))
		}
	}
	return names
}

// Sections returns the headers, in order; a name may occur twice.
func (f *File) Sections() []Section {
	var list []Section
	for i, l := range f.lines {
		if l.kind == header {
			list = append(list, Section{l.name.of(l.text), i + 1})
		}
	}
	return list
}

// Has reports whether a section exists. The section "", the part before the
// first header, always exists.
func (f *File) Has(section string) bool {
	if f.found != nil {
		return f.found.sections[section]
	}
	return slices.Contains(f.names(), section)
}

// Settings returns all settings in order; a name may occur twice.
func (f *File) Settings() []Setting {
	if f.found != nil {
		return f.found.settings
	}
	var list []Setting
	names := f.names()
	for i, l := range f.lines {
		switch l.kind {
		case setting:
			list = append(list, Setting{names[l.block], l.name.of(l.text), l.val.of(l.text), i + 1})
		case more:
			list[len(list)-1].Value += "\n" + l.val.of(l.text)
		}
	}
	return list
}

// All returns each occurrence of a setting, in order. The last occurrence counts.
func (f *File) All(section, name string) []Setting {
	if f.found != nil {
		return f.found.all(place{section, name})
	}
	var list []Setting
	for _, s := range f.Settings() {
		if s.Section == section && s.Name == name {
			list = append(list, s)
		}
	}
	return list
}

// Trailing returns the numbers of the indented lines below a setting that are no
// settings: other programs take them for a part of its value, and Set and Unset keep
// them.
func (f *File) Trailing(s Setting) []int {
	var list []int
	for i, l := range f.lines[s.Line:] {
		switch {
		case l.kind == comment || l.kind == blank || l.kind == more:
		case l.kind == other && strings.IndexByte(blanks, l.text[0]) >= 0:
			list = append(list, s.Line+i+1)
		default:
			return list
		}
	}
	return list
}

// Get returns a setting. If it occurs twice, the last occurrence counts.
func (f *File) Get(section, name string) (Setting, bool) {
	all := f.All(section, name)
	if len(all) == 0 {
		return Setting{}, false
	}
	return all[len(all)-1], true
}

// Unknown returns the numbers of the lines that are not a section, a setting, a comment
// or blank.
func (f *File) Unknown() []int {
	var list []int
	for i, l := range f.lines {
		if l.kind == other {
			list = append(list, i+1)
		}
	}
	return list
}

// Line returns the text of a line, counted from 1, without surrounding blanks.
func (f *File) Line(n int) string { return strings.TrimSpace(f.lines[n-1].text) }
